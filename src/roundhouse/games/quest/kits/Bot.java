// A bot for Crafting Quest. Build it: javac Bot.java; here: roundhouse play quest "cmd:java -cp . Bot" random
// kit: head
import java.util.*;

public class Bot {
    static final int HEAVY = 80, SIDE = 128; // weight to drop; a cell is (y + 1) * SIDE + x + 1, so there is a border
    static final int[] NEAR = {-SIDE - 1, -SIDE, -SIDE + 1, -1, 1, SIDE - 1, SIDE, SIDE + 1};
    static final char[] grid = new char[SIDE * SIDE]; // ? unknown, # no way, . free, * something in the ground, o dug
    static Object rules; // the settings of the match
    static int waiting = -1; // actions of this turn that are not answered yet
    /** The first step to the nearest cell with something in the ground or beside one that is unknown; 0 is none. */
    static int way(int start) {
        int[] first = new int[SIDE * SIDE];
        var queue = new ArrayList<>(List.of(start));
        for (int n = 0; n < queue.size(); n++)
            for (int step : NEAR) {
                int here = queue.get(n), there = here + step;
                if (n > 0 && (grid[here] == '*' || grid[there] == '?')) return first[here];
                if (".*o".indexOf(grid[there]) < 0 || first[there] > 0 || there == start) continue;
                first[there] = n == 0 ? there : first[here];
                queue.add(there);
            }
        return 0;
    }
    /** Take what was found, dig, craft, drop what is too much, or go on. */
    static void choose(Object unit, Map<?, ?> found) {
        int id = number(unit, "id"), at = at(unit), weight = number(unit, "weight"), to;
        Object has = get(unit, "resources"), made = null;
        if (number(unit, "frozen") > 0 || 5 * number(unit, "energy") < 100 + 2 * weight) return; // what a step costs
        for (var item : List.of("sword1", "armour1"))
            for (var use : list(get(get(rules, "blueprints"), item), "ways"))
                if (made == null && ((Map<?, ?>) use).keySet().stream().allMatch(k -> number(has, k) >= number(use, k)))
                    made = String.format("{'type':'craft','unit':%s,'item':'%s','use':%s}", id, item, use);
        if (found != null && !found.isEmpty()) act("{'type':'pickup','unit':%s,'what':%s}", id, found);
        else if (grid[at] == '*') { grid[at] = 'o'; act("{'type':'dig','unit':%s}", id); }
        else if (made != null) act(made.toString());
        else if (weight > HEAVY && !has.equals(Map.of())) act("{'type':'drop','unit':%s,'what':%s}", id, has);
        else if ((to = way(at)) > 0) act("{'type':'move','unit':%s,'to':[%s,%s]}", id, to % SIDE - 1, to / SIDE - 1);
    }
    /** Sends an action in which apostrophes stand for quotes, and in which the names of a Map still need theirs. */
    static void act(String form, Object... values) {
        var action = String.format(form, values).replaceAll("(\\w+)=", "'$1':");
        System.out.println(("{'type':'act','actions':[" + action + "]}").replace('\'', '"'));
        waiting++;
    }
    /** The JSON that comes next: a Map, a List, an Integer, null, or else (also true and false) a String. */
    static Object read(StreamTokenizer in) throws IOException {
        int kind = in.nextToken();
        if (kind == StreamTokenizer.TT_NUMBER) return (int) in.nval;
        if (kind != '{' && kind != '[') return in.sval.equals("null") ? null : in.sval;
        var list = new ArrayList<Object>();
        while (in.nextToken() != '}' && in.ttype != ']')
            if (in.ttype == StreamTokenizer.TT_WORD && in.sval.startsWith("e")) continue; // the exponent of a fraction
            else if (in.ttype != ',' && in.ttype != ':') { in.pushBack(); list.add(read(in)); }
        var map = new LinkedHashMap<Object, Object>();
        for (int n = 0; kind == '{' && n < list.size(); n += 2) map.put(list.get(n), list.get(n + 1));
        return kind == '{' ? map : list;
    }
    static Object get(Object json, Object key) { return json instanceof Map<?, ?> map ? map.get(key) : null; }
    static List<?> list(Object json, Object key) { return get(json, key) instanceof List<?> list ? list : List.of(); }
    static int number(Object json, Object key) { return get(json, key) instanceof Integer number ? number : 0; }
    static int at(Object thing) { return (number(thing, "y") + 1) * SIDE + number(thing, "x") + 1; }
    public static void main(String[] args) throws IOException {
        var address = String.valueOf(System.getenv("ROUNDHOUSE_SERVER")).split(":");
        if (address.length == 2) {
            var server = new java.net.Socket(address[0], Integer.parseInt(address[1]));
            System.setIn(server.getInputStream());
            System.setOut(new PrintStream(server.getOutputStream(), true, "UTF-8"));
            var hello = "{'type':'hello','version':1,'token':'" + System.getenv("ROUNDHOUSE_TOKEN") + "',";
            hello += args.length > 0 ? "'table':'" + args[0] + "'}" : "'game':'quest','matches':0}";
            System.out.println(hello.replace('\'', '"'));
        }
        var lines = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
        for (String line; (line = lines.readLine()) != null; ) {
            Object message = read(new StreamTokenizer(new StringReader(line.isBlank() ? "{}" : line))), seen = null;
            Object type = get(message, "type") + "", verdict;
            List<?> units = List.of();
            if (type.equals("start")) {
                rules = get(get(message, "setup"), "settings");
                Arrays.fill(grid, '#');
                for (int n = SIDE + 1, y = 0; y < number(rules, "height"); y++, n += SIDE)
                    Arrays.fill(grid, n, n + number(rules, "width"), '?');
            } else if (type.equals("turn")) {
                units = list(seen = get(message, "view"), "units");
                waiting = 0;
            } else if (type.equals("verdicts")) {
                seen = get(verdict = list(message, "verdicts").get(0), "answer");
                waiting--;
                if (get(verdict, "verdict").equals("accepted")) units = Arrays.asList(get(seen, "unit"));
            } else if (type.equals("over") || type.equals("error")) System.err.println(line);
            for (var cell : list(seen, "cells"))
                if (!get(cell, "terrain").equals("grass") || get(cell, "tower") != null) grid[at(cell)] = '#';
                else if (grid[at(cell)] != 'o') grid[at(cell)] = get(cell, "buried") == null ? '.' : '*';
            for (var unit : units) choose(unit, (Map<?, ?>) get(seen, "found"));
            if (waiting == 0) { act("{'type':'end_turn'}"); waiting = -1; }
        }
    }
}
