// A bot for Spacegoo. Build it: javac Bot.java; on this machine: roundhouse play spacegoo "cmd:java -cp . Bot" random
// On a server, rated or at a table: ROUNDHOUSE_SERVER=host:port ROUNDHOUSE_TOKEN=rh_... java -cp . Bot [TABLE]
import java.io.*;
import java.net.Socket;
import java.util.*;

public class Bot {
    static int strength(Object planet) {
        int sum = 0;
        for (var ships : list(planet, "ships")) sum += (Integer) ships;
        return sum;
    }

    /** Half of the strongest planet's ships go to its weakest neighbour, if they are more than it has. */
    static String choose(Object view) {
        Object me = get(view, "player_id"), source = null, target = null;
        var planets = list(view, "planets");
        for (var planet : planets)
            if (get(planet, "owner_id").equals(me) && (source == null || strength(planet) > strength(source)))
                source = planet;
        for (var lane : list(view, "hyperlanes")) {
            var ends = (List<?>) lane;
            var near = planets.get((Integer) ends.get(1));
            if (source == null || !ends.get(0).equals(get(source, "id")) || get(near, "owner_id").equals(me)) continue;
            if (target == null || strength(near) < strength(target)) target = near;
        }
        if (target == null || strength(source) < 2 * strength(target)) return json("{'type':'nop'}");
        var half = list(source, "ships").stream().map(ships -> (Integer) ships / 2).toList();
        String form = "{'type':'send','source':%s,'target':%s,'ships':%s}";
        return json(form, get(source, "id"), get(target, "id"), half);
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
            var place = json(args.length > 0 ? "'table':'" + args[0] + "'" : "'game':'spacegoo','matches':0");
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
