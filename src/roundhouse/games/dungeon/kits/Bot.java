// A bot for the Dungeon. Build it: javac Bot.java; on this machine: roundhouse play dungeon "cmd:java -cp . Bot" random
// kit: head
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

    // kit: read

    // kit: get

    // kit: main
