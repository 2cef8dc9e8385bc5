// A player for the Microservice Dungeon, over REST and RabbitMQ: it joins, buys robots, explores, mines and sells.
//
// java Player.java NAME     (Java 17 or newer; what it is told is kept in NAME.journal, so it may be stopped and
//                           started at any time)

import java.io.*;
import java.net.*;
import java.net.http.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;

public class Player {
    static final String REST = env("DUNGEON_REST", "http://localhost:8080"); // with /spaces/... for a name space
    static final String BROKER = env("DUNGEON_BROKER", "amqp://guest:guest@localhost:5672/");
    static final String WIRE = "r2"; // which generation of the original the server speaks: r2 or r1
    static final int ROBOTS = 12; // as many are enough
    static final int REST_AT = 6; // energy; below it a robot rests
    static String name = "runner";

    static String env(String key, String otherwise) { return System.getenv().getOrDefault(key, otherwise); }

    // What it knows: everything follows from the events of one game, so the journal of these brings it back.

    static class Robot { String planet; int energy, coal, storage; }
    record Planet(List<String> neighbours, boolean coal) {}

    static int money = 0;
    static String myId = "";
    static final Map<String, Integer> prices = new HashMap<>();
    static final Map<String, Planet> planets = new HashMap<>();
    static final Map<String, Robot> robots = new LinkedHashMap<>();

    /** Take in one event. Every number is how things stand, so an event that comes twice does no harm. */
    static void learn(String kind, Object told) {
        var robot = told instanceof Map<?, ?> map ? robots.get(map.get("robotId")) : null;
        if (kind.equals("GameStatus") && !string(told, "status").equals("started")) {
            robots.clear();
            planets.clear();
        } else if (kind.startsWith("BankAccount")) {
            money = number(told, "balance");
        } else if (kind.equals("TradablePrices")) {
            for (var line : (List<?>) told) prices.put(string(line, "name"), number(line, "price"));
        } else if (kind.equals("PlanetDiscovered")) {
            var ways = list(told, "neighbours").stream().map(one -> string(one, "id")).toList();
            boolean coal = "COAL".equals(get(told, "resource", "resourceType"));
            planets.put(string(told, "planet"), new Planet(ways, coal));
        } else if (kind.equals("RobotSpawned")) {
            var made = new Robot();
            made.planet = string(told, "robot", "planet", "planetId");
            made.energy = number(told, "robot", "energy");
            made.storage = number(told, "robot", "inventory", "maxStorage");
            robots.put(string(told, "robot", "id"), made);
        } else if (kind.equals("RobotsRevealed")) { // once a round: whoever is missing is gone
            var mine = new HashMap<String, Object>();
            for (var one : list(told, "robots"))
                if (string(one, "playerNotion").equals(myId.substring(0, 8))) mine.put(string(one, "robotId"), one);
            robots.keySet().retainAll(mine.keySet());
            for (var known : robots.entrySet()) {
                known.getValue().planet = string(mine.get(known.getKey()), "planetId");
                known.getValue().energy = number(mine.get(known.getKey()), "energy");
            }
        } else if (robot != null && kind.equals("RobotMoved")) {
            robot.planet = string(told, "toPlanet", "id");
            robot.energy = number(told, "remainingEnergy");
        } else if (robot != null && kind.equals("RobotRegenerated")) {
            robot.energy = number(told, "availableEnergy");
        } else if (robot != null && List.of("RobotResourceMined", "RobotResourceRemoved").contains(kind)) {
            robot.coal = number(told, "resourceInventory", "COAL");
        } else if (kind.equals("error")) {
            System.out.println(string(told, "description"));
        }
    }

    // What it does: change this.

    /** One command for every robot, and new robots as soon as there is money for them. */
    static void play() throws Exception {
        int wanted = Math.min(money / prices.getOrDefault("ROBOT", 100), ROBOTS - robots.size());
        if (wanted > 0) command("buying", null, "'itemName':'ROBOT','itemQuantity':" + wanted);
        var taken = new HashSet<String>();
        for (var one : robots.entrySet()) {
            var robot = one.getValue();
            var goal = step(robot.planet, taken);
            boolean here = planets.containsKey(robot.planet) && planets.get(robot.planet).coal();
            if (robot.coal >= robot.storage)
                command("selling", one.getKey(), "'itemName':'COAL','itemQuantity':" + robot.coal);
            else if (robot.energy < REST_AT) command("regenerate", one.getKey(), "");
            else if (here) command("mining", one.getKey(), "");
            else if (goal != null) command("movement", one.getKey(), "'planetId':'" + goal + "'");
        }
    }

    /** The neighbour on the way to the nearest coal, or else to the nearest planet where nobody has been. */
    static String step(String start, Set<String> taken) {
        var first = new LinkedHashMap<String, String>(); // by planet, the neighbour on the way to it
        var queue = new ArrayDeque<>(List.of(start));
        String unknown = null;
        first.put(start, null);
        while (!queue.isEmpty()) {
            var here = queue.poll();
            var planet = planets.get(here);
            if (planet == null && unknown == null && !taken.contains(here)) unknown = here;
            if (planet == null) continue;
            if (planet.coal() && first.get(here) != null) return first.get(here);
            for (var there : planet.neighbours()) {
                if (first.containsKey(there)) continue;
                first.put(there, first.get(here) == null ? there : first.get(here));
                queue.add(there);
            }
        }
        if (unknown != null) taken.add(unknown);
        return first.get(unknown);
    }

    // REST

    static final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    record Answer(int status, Object body) {}

    static Answer ask(String method, String path, String body) throws Exception {
        var sent = HttpRequest.BodyPublishers.ofString(body == null ? "" : json(body));
        var request = HttpRequest.newBuilder(URI.create(REST + path)).method(method, sent);
        var made = request.header("content-type", "application/json").build();
        var answer = http.send(made, HttpResponse.BodyHandlers.ofString());
        return new Answer(answer.statusCode(), read(answer.body()));
    }

    /** Registers, or finds itself; returns the name of its queue. */
    static String register() throws Exception {
        var email = name + "@example.org";
        var query = "name=" + URLEncoder.encode(name, "UTF-8") + "&mail=" + URLEncoder.encode(email, "UTF-8");
        var answer = ask("GET", "/players?" + query, null);
        if (answer.status() != 200) answer = ask("POST", "/players", "{'name':'" + name + "','email':'" + email + "'}");
        if (answer.status() >= 300) throw new IOException(string(answer.body(), "message"));
        myId = string(answer.body(), "playerId");
        return string(answer.body(), "playerQueue");
    }

    /** Every game anew. */
    static void join() throws Exception {
        for (var game : (List<?>) ask("GET", "/games", null).body()) {
            if (!string(game, "gameStatus").equals("created")) continue;
            if (list(game, "participatingPlayers").contains(name)) continue;
            var path = "/games/" + string(game, "gameId") + "/players/" + myId;
            System.out.println("joining " + ask("PUT", path, null).status());
        }
    }

    /** Whether a round is still played; rounds that were missed need no commands. */
    static boolean isCurrent(Object number) throws Exception {
        var games = (List<?>) ask("GET", "/games", null).body();
        return games.stream().anyMatch(game -> number.equals(get(game, "currentRoundNumber")));
    }

    static void command(String kind, String robot, String fields) throws Exception {
        var id = robot == null ? "null" : "'" + robot + "'";
        var more = fields.isEmpty() ? "" : "," + fields;
        var body = "{'playerId':'%s','type':'%s','data':{'robotId':%s%s}}".formatted(myId, kind, id, more);
        if (WIRE.equals("r1")) {
            var game = string(((List<?>) ask("GET", "/games", null).body()).get(0), "gameId");
            var head = "'gameId':'%s','playerId':'%s','robotId':%s,'commandType':'%s'".formatted(game, myId, id, kind);
            body = "{%s,'commandObject':{'commandType':'%s'%s}}".formatted(head, kind, more);
        }
        var answer = ask("POST", "/commands", body);
        if (answer.status() >= 300) System.out.println(kind + " was refused: " + string(answer.body(), "message"));
    }

    // JSON

    static Object read(String json) throws IOException {
        var in = new StreamTokenizer(new StringReader(json));
        in.ordinaryChar('/');
        return read(in);
    }

    // kit: read

    // kit: get

    static String string(Object json, String... keys) { return String.valueOf(get(json, keys)); }
    static String json(String form) { return form.replace('\'', '"'); }

    // RabbitMQ, as much of AMQP 0-9-1 as it takes to read a queue

    static class Broker implements AutoCloseable {
        final Socket socket;
        final DataInputStream in;
        final DataOutputStream out;
        int kind; // of the frame that was received last
        long tag; // of the message that was received last
        String event; // what it is about
        String body; // and says

        Broker(String queue) throws IOException {
            var url = URI.create(BROKER);
            var login = url.getUserInfo() == null ? "guest:guest" : url.getUserInfo(); // decoded already
            var start = method(10, 11).number(0, 4).text("PLAIN").longText("\0" + login.replaceFirst(":", "\0"));
            socket = new Socket(url.getHost(), url.getPort() < 0 ? 5672 : url.getPort());
            socket.setSoTimeout(30_000);
            in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
            out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
            out.writeBytes("AMQP\0\0\u0009\u0001");
            out.flush();
            receive();
            call(0, start.text("en_US"), 10, 30);
            send(1, 0, method(10, 31).number(1, 2).number(131072, 4).number(10, 2)); // one channel, a heartbeat of 10 s
            var host = url.getPath().length() > 1 ? URLDecoder.decode(url.getPath().substring(1), "UTF-8") : "/";
            call(0, method(10, 40).text(host).text("").number(0, 1), 10, 41);
            call(1, method(20, 10).text(""), 20, 11);
            call(1, method(60, 20).number(0, 2).text(queue).text("").number(0, 1).number(0, 4), 60, 21);
        }

        static class Bytes extends ByteArrayOutputStream {
            Bytes number(long value, int bytes) {
                for (int n = bytes - 1; n >= 0; n--) write((int) (value >> 8 * n));
                return this;
            }
            Bytes text(String value) { return sized(value.getBytes(StandardCharsets.UTF_8), 1); }
            Bytes longText(String value) { return sized(value.getBytes(StandardCharsets.UTF_8), 4); }
            Bytes sized(byte[] value, int bytes) {
                number(value.length, bytes).writeBytes(value);
                return this;
            }
        }

        static Bytes method(int part, int number) { return new Bytes().number(part, 2).number(number, 2); }

        void send(int kind, int channel, Bytes payload) throws IOException {
            out.writeByte(kind);
            out.writeShort(channel);
            out.writeInt(payload.size());
            payload.writeTo(out);
            out.writeByte(0xCE);
            out.flush();
        }

        DataInputStream receive() throws IOException {
            kind = in.readUnsignedByte();
            in.readUnsignedShort();
            var payload = in.readNBytes(in.readInt());
            in.readUnsignedByte();
            return new DataInputStream(new ByteArrayInputStream(payload));
        }

        void call(int channel, Bytes method, int part, int number) throws IOException {
            send(1, channel, method);
            while (receive().readInt() != (part << 16 | number)) {}
        }

        static String text(DataInputStream from) throws IOException {
            return new String(from.readNBytes(from.readUnsignedByte()), StandardCharsets.UTF_8);
        }

        /** The next event; the one before counts as read. */
        Object next() throws IOException {
            if (event != null) send(1, 1, method(60, 80).number(tag, 8).number(0, 1));
            var frame = receive();
            for (; kind == 8; frame = receive()) send(8, 0, new Bytes()); // a heartbeat for a heartbeat
            if (frame.readInt() != (60 << 16 | 60))
                throw new IOException("the broker closes: " + new String(frame.readAllBytes()));
            text(frame); // a message: how it is delivered, its size, its body
            tag = frame.readLong();
            frame.readByte();
            text(frame);
            event = text(frame);
            var header = receive();
            header.readInt();
            long size = header.readLong();
            var body = new ByteArrayOutputStream();
            while (body.size() < size) body.write(receive().readAllBytes());
            return read(this.body = body.toString(StandardCharsets.UTF_8));
        }
        public void close() throws IOException { socket.close(); }
    }

    static final Map<String, String> R1_NAMES = Map.of("game-status", "GameStatus", "round-status", "RoundStatus");

    public static void main(String[] args) throws Exception {
        if (args.length > 0) name = args[0];
        var journal = Path.of(name + ".journal");
        while (true) {
            try {
                var queue = register();
                if (Files.exists(journal))
                    for (var line : Files.readAllLines(journal))
                        learn(line.split(" ", 2)[0], read(line.split(" ", 2)[1]));
                join();
                try (var broker = new Broker(queue)) {
                    while (true) {
                        var told = broker.next();
                        var plain = broker.event.replaceAll("IntegrationEvent$", "");
                        var kind = R1_NAMES.getOrDefault(broker.event, plain);
                        boolean fresh = kind.equals("GameStatus") && string(told, "status").equals("created");
                        if (fresh) Files.deleteIfExists(journal);
                        var line = kind + " " + broker.body + "\n";
                        Files.writeString(journal, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
                        learn(kind, told);
                        if (kind.equals("GameStatus")) System.out.println("a game is " + string(told, "status"));
                        if (fresh) join();
                        if (!kind.equals("RoundStatus") || !string(told, "roundStatus").equals("started")) continue;
                        if (!isCurrent(get(told, "roundNumber"))) continue;
                        play();
                        var round = get(told, "roundNumber");
                        System.out.printf("round %s: %d robots, %d money%n", round, robots.size(), money);
                    }
                }
            } catch (IOException lost) { // the server or the broker is away, or not there yet
                System.out.println("trying again: " + lost);
                Thread.sleep(1000);
            }
        }
    }
}
