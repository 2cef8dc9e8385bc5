// What the kits of all games have in common in this language: a kit takes a part by a line `// kit: NAME`.

// kit: head
// On a server, rated or at a table: ROUNDHOUSE_SERVER=host:port ROUNDHOUSE_TOKEN=rh_... ./bot [TABLE]
package main

// kit: main
func main() {
	in, out := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	if address, token := os.Getenv("ROUNDHOUSE_SERVER"), os.Getenv("ROUNDHOUSE_TOKEN"); address != "" {
		server, err := net.Dial("tcp", address)
		if err != nil {
			panic(err)
		}
		in, out = json.NewDecoder(server), json.NewEncoder(server)
		hello := object{"type": "hello", "version": 1, "token": token, "game": "GAME_KEY", "matches": 0}
		if len(os.Args) > 1 {
			hello = object{"type": "hello", "version": 1, "token": token, "table": os.Args[1]}
		}
		out.Encode(hello)
	}
	for raw := (json.RawMessage{}); in.Decode(&raw) == nil; {
		var m part
		if json.Unmarshal(raw, &m); m.Type == "turn" {

// kit: over
		} else if m.Type == "over" || m.Type == "error" {
			os.Stderr.Write(append(raw, '\n'))
		}
	}
}
