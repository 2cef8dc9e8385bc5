import java.util.Scanner;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Collectors;

public class Survey {
    static String list(long... numbers) { return LongStream.of(numbers).mapToObj(Long::toString).collect(Collectors.joining(" ")); }
    static String list(int... numbers) { return list(IntStream.of(numbers).asLongStream().toArray()); }

    static void failing(Runnable what) {
        try {
            what.run();
        } catch (Simulator.Fault error) {
            System.out.println(error.code + " " + error.getMessage());
        }
    }

    public static void main(String[] args) {
        var in = new Scanner(System.in);
        String layout = in.next(), form = in.next(), text = in.next();
        Simulator.open(".");
        var state = Simulator.load(layout, form, text);
        System.out.println(list(Simulator.seats(state), Simulator.round(state)) + " " + list(Simulator.waiting(state)) + " "
            + (Simulator.waited(state, 1) ? 1 : 0));
        var rows = Simulator.legal(state, 1);
        System.out.println(rows.size() + " " + list(rows.get(0)) + " " + list(rows.get(rows.size() - 1)));
        var drawn = Simulator.random(state, 1, 7, 3);
        System.out.println(list(drawn) + " " + list(Simulator.check(state, 1, drawn), state.reason()));
        var after = Simulator.clone(state);
        int code = Simulator.act(after, 1, drawn);
        System.out.println(list(code, Simulator.worth(after, 1),
            Math.floorMod(IntStream.of(Simulator.observe(after, 2)).asLongStream().sum(), 1000)));
        for (int n = 0; n < 40; n++) {
            for (int seat : Simulator.waiting(after)) Simulator.act(after, seat, Simulator.random(after, seat, n, seat));
            if (Simulator.waiting(after).length == 0) Simulator.tick(after);
        }
        System.out.println(list(Simulator.round(after), Simulator.worth(after, 1), Simulator.worth(after, 2), Simulator.round(state)));
        System.out.println(Simulator.playout(after, 5, 100000));
        var over = Simulator.result(after);
        System.out.println(over.reason + " " + over.name + " " + list(over.places) + " " + list(over.points));
        var saved = Simulator.save(after);
        var again = Simulator.load(saved.layout, saved.form, saved.state);
        System.out.println(list(Simulator.round(again), Simulator.worth(again, 1), Simulator.worth(again, 2)));
        System.out.println(Simulator.check(after, 1, rows.get(0)) + " " + Simulator.refusal(1).name + " " + Simulator.refusal(1).rule);
        failing(() -> Simulator.act(after, 99, rows.get(0)));
        failing(() -> Simulator.load(layout, form, text.substring(0, text.length() - 8)));
    }
}
