// Run it with: java Bot.java            (waits for rated matches)
//          or: java Bot.java TABLE      (takes a seat at a table)
import java.io.*;
import java.net.Socket;
import java.util.regex.*;

public class Bot {
    static final String HOST = "{{HOST}}", TOKEN = "{{TOKEN}}";
    static final int PORT = {{PORT}};
    static final Pattern PLANET = Pattern.compile(
        "\"id\":(\\d+),\"x\":-?\\d+,\"y\":-?\\d+,\"owner_id\":(\\d+),\"ships\":\\[(\\d+),(\\d+),(\\d+)\\]");

    public static void main(String[] args) throws IOException {
        var where = args.length > 0 ? "\"table\":\"" + args[0] + "\"" : "\"game\":\"spacegoo\",\"matches\":0";
        try (var socket = new Socket(HOST, PORT)) {
            var in = new BufferedReader(new InputStreamReader(socket.getInputStream(), "UTF-8"));
            var out = new OutputStreamWriter(socket.getOutputStream(), "UTF-8");
            out.write("{\"type\":\"hello\",\"version\":1,\"token\":\"" + TOKEN + "\"," + where + "}\n");
            out.flush();
            for (String line; (line = in.readLine()) != null; ) {
                if (line.startsWith("{\"type\":\"turn\"")) {
                    out.write("{\"type\":\"act\",\"step\":" + number(line, "step") + ",\"actions\":[" + choose(line) + "]}\n");
                    out.flush();
                } else if (line.contains("\"type\":\"over\"") || line.contains("\"type\":\"error\"")) {
                    System.out.println(line);
                }
            }
        }
    }

    static int number(String text, String key) {
        var found = Pattern.compile("\"" + key + "\":(\\d+)").matcher(text);
        return found.find() ? Integer.parseInt(found.group(1)) : -1;
    }

    /** Half of the strongest planet's ships go to its weakest neighbour, if they are more than it has. */
    static String choose(String turn) {
        int me = number(turn, "player_id"), source = -1, target = -1, most = -1, least = Integer.MAX_VALUE;
        int[][] planets = PLANET.matcher(turn).results() // id, owner, ships of the three kinds
            .map(found -> java.util.stream.IntStream.rangeClosed(1, 5).map(n -> Integer.parseInt(found.group(n))).toArray())
            .toArray(int[][]::new);
        for (int[] p : planets)
            if (p[1] == me && p[2] + p[3] + p[4] > most) { source = p[0]; most = p[2] + p[3] + p[4]; }
        for (int[] p : planets)
            if (p[1] != me && turn.contains("[" + source + "," + p[0] + "]") && p[2] + p[3] + p[4] < least) {
                target = p[0];
                least = p[2] + p[3] + p[4];
            }
        if (target < 0 || most < 2 * least) return "{\"type\":\"nop\"}";
        int[] s = planets[source];
        return "{\"type\":\"send\",\"source\":" + source + ",\"target\":" + target
            + ",\"ships\":[" + s[2] / 2 + "," + s[3] / 2 + "," + s[4] / 2 + "]}";
    }
}
