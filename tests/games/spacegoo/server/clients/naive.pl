# A player written from the protocol text alone. Usage: perl naive.pl PORT NAME. Prints the winner and the last round.
use strict;
use warnings;
use IO::Socket::INET;
use JSON::PP;

my ($port, $name) = @ARGV;
my $socket = IO::Socket::INET->new(PeerAddr => '127.0.0.1', PeerPort => $port, Proto => 'tcp') or die "no server: $!";
$socket->autoflush(1);
print $socket "login $name secret\n";

while (my $line = <$socket>) {
    next unless $line =~ /^\{/;
    my $state = decode_json($line);
    if ($state->{game_over}) {
        print defined $state->{winner} ? $state->{winner} : 'None', " $state->{round}\n";
        exit 0;
    }
    my ($me) = map { $_->{id} } grep { $_->{itsme} } @{ $state->{players} };
    my ($home) = grep { $_->{owner_id} == $me && $_->{ships}[1] > 2 } @{ $state->{planets} };
    my $target = $home && (grep { reaches($state, $home->{id}, $_->{id}) } @{ $state->{planets} })[-1];
    if ($home && $target && $state->{round} % 5 == 0) {
        print $socket "send $home->{id} $target->{id} 0 2 0\n";
    } else {
        print $socket "nop\n";
    }
}

sub reaches {
    my ($state, $from, $to) = @_;
    return 0 if $from == $to;
    return 1 unless $state->{hyperlanes};
    return scalar grep { $_->[0] == $from && $_->[1] == $to } @{ $state->{hyperlanes} };
}
