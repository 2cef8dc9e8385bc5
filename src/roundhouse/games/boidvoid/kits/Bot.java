// A bot for BoidVoid. Build it: javac Bot.java; on this machine: roundhouse play boidvoid "cmd:java -cp . Bot" random
// kit: head
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

    // kit: read, get

    // kit: main
