// Run it with: go run bot.go            (waits for rated matches)
//          or: go run bot.go TABLE      (takes a seat at a table)
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net"
	"os"
)

const host, port, token = "{{HOST}}", "{{PORT}}", "{{TOKEN}}"

type object = map[string]any

type planet struct {
	ID    int    `json:"id"`
	Owner int    `json:"owner_id"`
	Ships [3]int `json:"ships"`
}

type turn struct {
	Type string
	Step int
	View struct {
		Planets    []planet
		Hyperlanes [][2]int
		Me         int `json:"player_id"`
	}
}

func sum(p planet) int { return p.Ships[0] + p.Ships[1] + p.Ships[2] }

// Half of the strongest planet's ships go to its weakest neighbour, if they are more than it has.
func choose(t turn) object {
	source, target := -1, -1
	planets := t.View.Planets
	for n, p := range planets {
		if p.Owner == t.View.Me && (source < 0 || sum(p) > sum(planets[source])) {
			source = n
		}
	}
	for _, lane := range t.View.Hyperlanes {
		n := lane[1]
		if lane[0] == source && planets[n].Owner != t.View.Me && (target < 0 || sum(planets[n]) < sum(planets[target])) {
			target = n
		}
	}
	if target < 0 || sum(planets[source]) < 2*sum(planets[target]) {
		return object{"type": "nop"}
	}
	s := planets[source].Ships
	return object{"type": "send", "source": source, "target": target, "ships": [3]int{s[0] / 2, s[1] / 2, s[2] / 2}}
}

func main() {
	connection, err := net.Dial("tcp", net.JoinHostPort(host, port))
	if err != nil {
		panic(err)
	}
	out := json.NewEncoder(connection)
	hello := object{"type": "hello", "version": 1, "token": token, "game": "spacegoo", "matches": 0}
	if len(os.Args) > 1 {
		hello = object{"type": "hello", "version": 1, "token": token, "table": os.Args[1]}
	}
	out.Encode(hello)
	lines := bufio.NewScanner(connection)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var t turn
		json.Unmarshal(lines.Bytes(), &t)
		switch t.Type {
		case "turn":
			out.Encode(object{"type": "act", "step": t.Step, "actions": []object{choose(t)}})
		case "over", "error":
			fmt.Println(lines.Text())
		}
	}
}
