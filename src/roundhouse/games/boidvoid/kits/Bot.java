// A bot for BoidVoid. Build it: javac Bot.java; on this machine: roundhouse play boidvoid "cmd:java -cp . Bot" random
// On a server, rated or at a table: ROUNDHOUSE_SERVER=host:port ROUNDHOUSE_TOKEN=rh_... java -cp . Bot [TABLE]
import java.io.*;
import java.net.Socket;
import java.util.*;

public class Bot {
    static String place(Object thing) { return "[" + get(thing, "x") + "," + get(thing, "y") + "]"; }
    /** Tiles from a place to the nearest of the goals; odd rows are half a tile to the right. */
    static int far(Object a, List<?> goals) {
        return goals.stream().mapToInt(b -> {
            int r = number(a, "y") - number(b, "y");
            int q = number(a, "x") - number(a, "y") / 2 - number(b, "x") + number(b, "y") / 2;
            return (Math.abs(q) + Math.abs(r) + Math.abs(q + r)) / 2;
        }).min().getAsInt();
    }

    /** What every unit does this turn: come back, strike what is near, or take tiles that nobody has. */
    static String choose(Object view) {
        var team = get(view, "you", "team");
        var units = new HashMap<Object, Object>();
        Set<String> stands = new HashSet<>(), taken = new HashSet<>();
        for (var unit : list(view, "units")) { units.put(get(unit, "id"), unit); stands.add(place(unit)); }
        var ground = list(view, "tiles").stream().filter(tile -> get(tile, "obstacle") == null).toList();
        var given = new StringBuilder();
        for (var choice : list(view, "you", "choices")) {
            Object id = get(choice, "unit"), unit = units.get(id);
            var others = ground.stream().filter(tile -> !team.equals(get(tile, "owner")));
            var wanted = others.filter(tile -> !taken.contains(place(tile))).toList();
            var free = wanted.stream().filter(tile -> get(tile, "owner") == null).toList();
            var goals = free.isEmpty() ? wanted : free; // tiles of others take twice as long
            if (get(choice, "state").equals("can_respawn")) {
                var own = ground.stream().filter(tile -> team.equals(get(tile, "owner")));
                var home = own.filter(tile -> !stands.contains(place(tile))).findFirst();
                if (home.isPresent() && stands.add(place(home.get())))
                    given.append(json("{'type':'spawn','unit':%s,'tile':%s},", id, place(home.get())));
            } else if (!list(choice, "targets").isEmpty()) {
                given.append(json("{'type':'attack','unit':%s,'target':%s},", id, list(choice, "targets").get(0)));
            } else if (list(choice, "may").contains("capture")) {
                taken.add(place(unit));
                given.append(json("{'type':'capture','unit':%s},", id));
            } else if (get(unit, "kind").equals("spaceship") && !list(choice, "reach").isEmpty() && !goals.isEmpty()) {
                Comparator<Object> order = Comparator.comparing(tile -> far(tile, goals) * 1000 + number(tile, "cost"));
                var best = Collections.min(list(choice, "reach"), order);
                given.append(json("{'type':'move','unit':%s,'to':%s},", id, place(best)));
                if (far(best, goals) > 0) continue;
                taken.add(place(best));
                given.append(json("{'type':'capture','unit':%s},", id));
            }
        }
        return given + json("{'type':'done'}");
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
            var place = json(args.length > 0 ? "'table':'" + args[0] + "'" : "'game':'boidvoid','matches':0");
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
