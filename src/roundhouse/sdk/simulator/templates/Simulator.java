import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/*
 * The rules of GAME_NAME (form FORM, layout LAYOUT), exactly as a server plays them, for Java 11 and newer.
 *
 *     Simulator.open("sim"); // the folder with libsimulator.so
 *     var state = Simulator.load(layout, form, text); // the belief of a turn
 *     for (long[] row : Simulator.legal(state, seat)) {
 *         var after = Simulator.clone(state);
 *         Simulator.act(after, seat, row);
 *     }
 *
 * A state's fields are read like state.round_no(), those that are lists like state.planets(3).owner(). Only the functions
 * below change it. What is wrong throws a Simulator.Fault with a number and a sentence; whatever a state holds, nothing
 * crashes and nothing runs for ever. The library has its one function for Java built in, so neither a C compiler nor a
 * preview of Java is needed; Java 24 and newer want --enable-native-access=ALL-UNNAMED.
 *
// sim: about
 */
public final class Simulator {
    public static final int WIDTH_OF_A_ROW = WIDTH_OF_ROW; // numbers in an action's row
    public static final int MOST_SEATS_OF_A_MATCH = MOST_SEATS; // seats are counted from 1

    private Simulator() {}

    // The constants of the rules

// sim: constants

    // What a state is made of

// sim: records

    /** `code` is a number below 0 (simulator.h names them), the message says what is wrong. */
    public static final class Fault extends RuntimeException {
        public final int code;
        Fault(int code, String sentence) { super(sentence); this.code = code; }
    }

    /** A refusal in words. */
    public static final class Refusal {
        public final String name, field, rule, sentence;
        Refusal(int code) {
            name = word(0, code);
            field = word(1, code);
            rule = word(2, code);
            sentence = word(3, code);
        }
    }

    /** Why a match is over, with the places and points of all seats in their order. */
    public static final class Ending {
        public final int reason;
        public final String name, sentence;
        public final int[] places, points;
        Ending(int reason, int seats, ByteBuffer found) {
            this.reason = reason;
            name = word(4, reason);
            sentence = word(5, reason);
            places = new int[seats];
            points = new int[seats];
            for (int n = 0; n < seats; n++) {
                places[n] = found.getInt(8 * n);
                points[n] = found.getInt(8 * n + 4);
            }
        }
    }

    /** The belief of a state, or of a turn. */
    public static final class Belief {
        public final String layout, form, state;
        public Belief(String layout, String form, String state) { this.layout = layout; this.form = form; this.state = state; }
    }

    // The library

    private static native int call(int function, ByteBuffer first, ByteBuffer second, long a, long b);

    /** Loads the library from its folder; to be called once, before everything else. */
    public static void open(String folder) {
        System.load(Path.of(folder).resolve(System.mapLibraryName("simulator")).toAbsolutePath().toString());
        if (call(0, null, null, 0, 0) != new State().bytes.capacity() || !word(9, 0).equals("LAYOUT"))
            throw new Fault(-8, "the library is not the one that Simulator.java was written with");
    }

    private static ByteBuffer buffer(int bytes) { return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder()); }

    private static final ThreadLocal<ByteBuffer> SMALL =
        ThreadLocal.withInitial(() -> buffer(1024 + 8 * Math.max(WIDTH_OF_A_ROW, MOST_SEATS_OF_A_MATCH)));

    private static int checked(int number) {
        if (number < 0) throw new Fault(number, word(6, 0));
        return number;
    }

    private static String word(int what, int code) {
        var room = buffer(1024);
        return text(room, call(21, room, null, what, code));
    }

    private static String text(ByteBuffer from, int length) {
        var bytes = new byte[length];
        for (int n = 0; n < length; n++) bytes[n] = from.get(n);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static ByteBuffer small(long[] row) {
        if (row.length != WIDTH_OF_A_ROW) throw new IllegalArgumentException("an action is a row of " + WIDTH_OF_A_ROW + " numbers");
        var room = SMALL.get();
        for (int n = 0; n < row.length; n++) room.putLong(8 * n, row[n]);
        return room;
    }

    private static long[] row(ByteBuffer from, int number) {
        var row = new long[WIDTH_OF_A_ROW];
        for (int n = 0; n < row.length; n++) row[n] = from.getLong(8 * (number * WIDTH_OF_A_ROW + n));
        return row;
    }

    /** The state that a belief holds: the texts `layout`, `form` and `state` of a turn's `belief`. */
    public static State load(String layout, String form, String text) {
        var bytes = (layout + "\0" + form + "\0" + text + "\0").getBytes(StandardCharsets.UTF_8);
        var given = buffer(bytes.length).put(bytes);
        var state = new State();
        checked(call(4, given, state.bytes, bytes.length, 0));
        return state;
    }

    /** The belief of a state. */
    public static Belief save(State state) {
        var room = buffer(call(3, null, null, 0, 0));
        int length = checked(call(5, state.bytes, room, room.capacity(), 0));
        return new Belief("LAYOUT", "FORM", text(room, length));
    }

    /** A copy. */
    public static State clone(State state) { return clone(state, new State()); }

    /** A copy into another state. */
    public static State clone(State state, State into) {
        checked(call(6, into.bytes, state.bytes, 0, 0));
        return into;
    }

    /** How many seats the match has. */
    public static int seats(State state) { return checked(call(7, state.bytes, null, 0, 0)); }

    /** Which round it is. */
    public static int round(State state) { return checked(call(8, state.bytes, null, 0, 0)); }

    /** The seats that are waited for. A round goes on with `tick` when there are none any more. */
    public static int[] waiting(State state) {
        var room = SMALL.get();
        var seats = new int[checked(call(9, state.bytes, room, MOST_SEATS_OF_A_MATCH, 0))];
        for (int n = 0; n < seats.length; n++) seats[n] = room.getInt(4 * n);
        return seats;
    }

    /** Whether a seat is waited for. */
    public static boolean waited(State state, int seat) { return checked(call(10, state.bytes, null, seat, 0)) == 1; }

    /** 0 if the action would be accepted, else the code of the refusal. */
    public static int check(State state, int seat, long[] row) { return checked(call(11, state.bytes, small(row), seat, 0)); }

    /** A refusal in words. */
    public static Refusal refusal(int code) { return new Refusal(code); }

    /** Takes an action as a match takes it. Gives 0, or the code of the refusal; then the state is as before, except where
     * a refused action counts or costs the seat, as it does in a match. */
    public static int act(State state, int seat, long[] row) { return checked(call(12, state.bytes, small(row), seat, 0)); }

    /** A seat leaves, for a reason of the rules. */
    public static void leave(State state, int seat, int reason) { checked(call(13, state.bytes, null, seat, reason)); }

    /** What happens when all have answered or the time is up. */
    public static void tick(State state) { checked(call(14, state.bytes, null, 0, 0)); }

    /** null while the match runs. */
    public static Ending result(State state) {
        var room = SMALL.get();
        int reason = checked(call(18, state.bytes, room, 0, 0));
        return reason == 0 ? null : new Ending(reason, seats(state), room);
    }

    /** LEGAL_ACTIONS */
    public static List<long[]> legal(State state, int seat) {
        int count = checked(call(16, state.bytes, null, seat, 0));
        var room = buffer(8 * WIDTH_OF_A_ROW * Math.max(count, 1));
        checked(call(16, state.bytes, room, seat, count));
        var rows = new ArrayList<long[]>();
        for (int n = 0; n < count; n++) rows.add(row(room, n));
        return rows;
    }

    /** A legal action drawn from all that the rules allow. The same key and number give the same action. */
    public static long[] random(State state, int seat, long key, int number) {
        var room = SMALL.get();
        checked(call(15, state.bytes, room, (long) seat << 32 | number & 0xFFFFFFFFL, key));
        return row(room, 0);
    }

    /** Plays on with random actions of all seats. Gives why the match is over, 0 if it still runs. */
    public static int playout(State state, long key, int rounds) { return checked(call(19, state.bytes, null, key, rounds)); }

    /** What a seat has: the larger the better it stands. */
    public static int worth(State state, int seat) { return checked(call(17, state.bytes, null, seat, 0)); }

    /** What a seat sees as numbers, for learning; their shape is OBSERVED_SHAPE. */
    public static int[] observe(State state, int seat) {
        int count = call(2, null, null, 0, 0);
        var room = buffer(4 * Math.max(count, 1));
        checked(call(20, state.bytes, room, seat, count));
        var numbers = new int[count];
        for (int n = 0; n < count; n++) numbers[n] = room.getInt(4 * n);
        return numbers;
    }
}
