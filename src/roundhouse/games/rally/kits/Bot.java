// A bot for Robo Rally. Build it: javac Bot.java; on this machine: roundhouse play rally "cmd:java -cp . Bot" easy
// On a server, rated or at a table: ROUNDHOUSE_SERVER=host:port ROUNDHOUSE_TOKEN=rh_... java -cp . Bot [TABLE]
import java.io.*;
import java.net.Socket;
import java.util.*;

public class Bot {
    static final int[][] WAYS = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}}; // north, east, south, west

    /** Where a command leads to if nothing is in the way: x, y and facing. */
    static int[] moved(int[] at, String card) {
        int steps = Map.of('1', 1, '2', 2, '3', 3, 'B', -1).getOrDefault(card.charAt(0), 0);
        int turns = Map.of('R', 1, 'U', 2, 'L', 3).getOrDefault(card.charAt(0), 0);
        return new int[] {at[0] + steps * WAYS[at[2]][0], at[1] + steps * WAYS[at[2]][1], (at[2] + turns) % 4};
    }

    /** For every slot the command that leads nearest to the next checkpoint, and to looking at it. */
    static String choose(Object view) {
        Object me = list(view, "robots").get(number(view, "you", "seat") - 1), board = get(view, "board");
        var goal = "c" + (number(me, "ticked") + 1);
        var rows = ((String) get(board, "grid")).split("\n"); // every other one is walls; a cell is three wide
        int row = 0, best = 0;
        while (!rows[row].contains(goal)) row++;
        int x = rows[row].indexOf(goal) / 3, y = row / 2;
        int width = number(board, "width"), height = number(board, "height");
        int[] at = {0, 0, "NESW".indexOf((String) get(me, "facing"))};
        for (int n = 0; n < 2; n++) at[n] = (Integer) list(me, "cell").get(n);
        var hand = new ArrayList<>(list(view, "you", "hand"));
        var slots = new ArrayList<String>();
        for (var burnedIn : list(view, "you", "slots")) {
            int least = 100;
            for (int n = 0; n < hand.size(); n++) {
                int[] to = moved(at, (String) hand.get(n));
                int dx = to[0] - x, dy = to[1] - y, far = 99;
                if (to[0] >= 0 && to[1] >= 0 && to[0] < width && to[1] < height)
                    far = Math.abs(dx) + Math.abs(dy) + Math.abs(dx + WAYS[to[2]][0]) + Math.abs(dy + WAYS[to[2]][1]);
                if (far < least) { best = n; least = far; }
            }
            var card = (String) (burnedIn != null ? burnedIn : hand.remove(best));
            slots.add(burnedIn != null ? "null" : '"' + card + '"');
            at = moved(at, card);
        }
        return json("{'type':'program','slots':%s,'power_down':false}", slots);
    }

    /** The JSON that comes next: a Map, a List, a String, an Integer (fractions are cut off), a Boolean or null. */
    static Object read(StreamTokenizer in) throws IOException {
        int kind = in.nextToken();
        if (kind == StreamTokenizer.TT_NUMBER) return (int) in.nval;
        if (kind == StreamTokenizer.TT_WORD) return in.sval.equals("null") ? null : in.sval.equals("true");
        if (kind == '"') return in.sval;
        var list = new ArrayList<Object>();
        var map = new LinkedHashMap<Object, Object>();
        while (in.nextToken() != '}' && in.ttype != ']') {
            boolean exponent = in.ttype == StreamTokenizer.TT_WORD && in.sval.startsWith("e"); // of a fraction
            if (in.ttype == ',' || in.ttype == ':' || exponent) continue;
            in.pushBack();
            list.add(read(in));
        }
        for (int n = 0; kind == '{' && n < list.size(); n += 2) map.put(list.get(n), list.get(n + 1));
        return kind == '{' ? map : list;
    }

    static Object get(Object json, String... keys) {
        for (var key : keys) json = json == null ? null : ((Map<?, ?>) json).get(key);
        return json;
    }
    static int number(Object json, String... keys) { return (Integer) get(json, keys); }
    static List<?> list(Object json, String... keys) { return (List<?>) get(json, keys); }
    static String json(String form, Object... values) { return String.format(form.replace('\'', '"'), values); }

    public static void main(String[] args) throws IOException {
        var address = String.valueOf(System.getenv("ROUNDHOUSE_SERVER")).split(":");
        if (address.length == 2) {
            var server = new Socket(address[0], Integer.parseInt(address[1]));
            System.setIn(server.getInputStream());
            System.setOut(new PrintStream(server.getOutputStream(), true, "UTF-8"));
            var place = json(args.length > 0 ? "'table':'" + args[0] + "'" : "'game':'rally','matches':0");
            var token = System.getenv("ROUNDHOUSE_TOKEN");
            System.out.println(json("{'type':'hello','version':1,'token':'%s',%s}", token, place));
        }
        var lines = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
        for (String line; (line = lines.readLine()) != null; ) {
            var message = read(new StreamTokenizer(new StringReader(line.isBlank() ? "{}" : line)));
            var type = String.valueOf(get(message, "type"));
            if (type.equals("turn")) {
                var actions = choose(get(message, "view"));
                System.out.println(json("{'type':'act','step':%s,'actions':[%s]}", get(message, "step"), actions));
            } else if (type.equals("over") || type.equals("error")) System.err.println(line);
        }
    }
}
