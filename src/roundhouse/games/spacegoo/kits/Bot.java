// A bot for Spacegoo. Build it: javac Bot.java; on this machine: roundhouse play spacegoo "cmd:java -cp . Bot" random
// kit: head
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

    // kit: read

    // kit: get

    // kit: main
