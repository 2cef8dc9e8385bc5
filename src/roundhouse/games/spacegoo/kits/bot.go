// A bot for Spacegoo. Build it: go build -o bot bot.go; on this machine: roundhouse play spacegoo cmd:./bot random
// kit: head

import (
	"encoding/json"
	"net"
	"os"
)

type object = map[string]any

type part struct { // of a message, with all that this bot looks at; what a part does not have stays empty
	Type       string
	Step       int
	View       *part
	Planets    []part
	Hyperlanes [][2]int
	Me         int `json:"player_id"`
	Owner      int `json:"owner_id"`
	Ships      [3]int
}

func (p part) strength() int { return p.Ships[0] + p.Ships[1] + p.Ships[2] }

// Half of the strongest planet's ships go to its weakest neighbour, if they are more than it has.
func choose(v *part) object {
	source, target := -1, -1
	for n, p := range v.Planets {
		if p.Owner == v.Me && (source < 0 || p.strength() > v.Planets[source].strength()) {
			source = n
		}
	}
	for _, lane := range v.Hyperlanes {
		near := v.Planets[lane[1]]
		if lane[0] == source && near.Owner != v.Me && (target < 0 || near.strength() < v.Planets[target].strength()) {
			target = lane[1]
		}
	}
	if target < 0 || v.Planets[source].strength() < 2*v.Planets[target].strength() {
		return object{"type": "nop"}
	}
	s := v.Planets[source].Ships
	return object{"type": "send", "source": source, "target": target, "ships": [3]int{s[0] / 2, s[1] / 2, s[2] / 2}}
}

// kit: main
			out.Encode(object{"type": "act", "step": m.Step, "actions": []object{choose(m.View)}})
// kit: over
