// A bot for Robo Rally. Build it: javac Bot.java; on this machine: roundhouse play rally "cmd:java -cp . Bot" easy
// kit: head
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

    // kit: read

    // kit: get

    // kit: main
