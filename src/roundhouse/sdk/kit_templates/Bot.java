// What the kits of all games have in common in this language: a kit takes a part by a line `// kit: NAME`.

// kit: head
// On a server, rated or at a table: ROUNDHOUSE_SERVER=host:port ROUNDHOUSE_TOKEN=rh_... java -cp . Bot [TABLE]
import java.io.*;

// kit: read
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

// kit: get
    static Object get(Object json, String... keys) {
        for (var key : keys) json = json == null ? null : ((Map<?, ?>) json).get(key);
        return json;
    }
    static int number(Object json, String... keys) { return (Integer) get(json, keys); }
    static List<?> list(Object json, String... keys) { return (List<?>) get(json, keys); }
    static String json(String form, Object... values) { return String.format(form.replace('\'', '"'), values); }

// kit: main
    public static void main(String[] args) throws IOException {
        var address = String.valueOf(System.getenv("ROUNDHOUSE_SERVER")).split(":");
        if (address.length == 2) {
            var server = new Socket(address[0], Integer.parseInt(address[1]));
            System.setIn(server.getInputStream());
            System.setOut(new PrintStream(server.getOutputStream(), true, "UTF-8"));
            var place = json(args.length > 0 ? "'table':'" + args[0] + "'" : "'game':'GAME_KEY','matches':0");
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
