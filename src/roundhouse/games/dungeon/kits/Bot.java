// A bot for the Dungeon. Build it: javac Bot.java; on this machine: roundhouse play dungeon "cmd:java -cp . Bot" random
// On a server, rated or at a table: ROUNDHOUSE_SERVER=host:port ROUNDHOUSE_TOKEN=rh_... java -cp . Bot [TABLE]
import java.io.*;
import java.net.Socket;
import java.util.*;
import java.util.function.Predicate;

public class Bot {
    /** The neighbour that is nearest to a planet that is wanted: the search begins at all of these at once. */
    static Object stepTo(Map<Object, Object> planets, Object start, Predicate<Object> wanted) {
        var queue = new ArrayList<Object>();
        planets.forEach((id, planet) -> { if (wanted.test(planet)) queue.add(id); });
        var seen = new HashSet<>(queue);
        for (int n = 0; n < queue.size(); n++)
            for (var there : ((Map<?, ?>) get(planets.get(queue.get(n)), "neighbours")).values())
                if (there.equals(start)) return queue.get(n);
                else if (seen.add(there)) queue.add(there);
        return null;
    }

    /** What a robot does this round: sell a full cargo, mine coal, or look for it. */
    static String order(Object robot, Map<Object, Object> planets, Set<Object> taken) {
        Object id = get(robot, "id"), planet = get(robot, "planet"), here = planets.get(planet);
        int load = ((Map<?, ?>) get(robot, "cargo")).values().stream().mapToInt(n -> (Integer) n).sum();
        boolean full = load >= number(robot, "storage");
        if (full && get(here, "station").equals(true)) return json("{'type':'selling','robot':'%s'}", id);
        if (number(robot, "energy") <= number(here, "gravity")) return json("{'type':'regeneration','robot':'%s'}", id);
        if (!full && "coal".equals(get(here, "resource"))) return json("{'type':'mining','robot':'%s'}", id);
        var key = full ? "station" : "resource";
        Object want = full ? true : "coal", goal = stepTo(planets, planet, p -> want.equals(get(p, key)));
        if (goal == null) // every robot looks at another planet that nobody has been on
            goal = stepTo(planets, planet, p -> get(p, "visited").equals(false) && !taken.contains(get(p, "id")));
        taken.add(goal);
        if (goal == null) return json("{'type':'regeneration','robot':'%s'}", id);
        return json("{'type':'movement','robot':'%s','planet':'%s'}", id, goal);
    }

    /** One command for every robot, a new robot as soon as there is money for one, and done. */
    static String choose(Object view) {
        var planets = new LinkedHashMap<Object, Object>();
        for (var planet : list(view, "planets")) planets.put(get(planet, "id"), planet);
        var taken = new HashSet<Object>();
        var actions = "";
        for (var robot : list(view, "you", "robots")) actions += order(robot, planets, taken) + ",";
        boolean enough = list(view, "you", "robots").size() >= 10;
        if (!enough && number(view, "you", "money") >= number(view, "market", "articles", "ROBOT"))
            actions += json("{'type':'buying','article':'ROBOT','quantity':1},");
        return actions + json("{'type':'done'}");
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
            var place = json(args.length > 0 ? "'table':'" + args[0] + "'" : "'game':'dungeon','matches':0");
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
