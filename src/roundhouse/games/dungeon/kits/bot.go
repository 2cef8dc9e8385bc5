// A bot for the Dungeon. Build it: go build -o bot bot.go; on this machine: roundhouse play dungeon cmd:./bot random
// kit: head

import (
	"encoding/json"
	"net"
	"os"
)

type object = map[string]any

type part struct { // of a message, with all that this bot looks at; what a part does not have stays empty
	Type                            string
	Step                            int
	ID, Planet, Resource            string
	Gravity, Energy, Storage, Money int
	Visited, Station                bool
	Neighbours                      map[string]string
	Cargo, Articles                 map[string]int
	View, You, Market               *part
	Planets, Robots                 []part
}

// The neighbour that is nearest to a planet that is wanted: the search begins at all of these at once.
func stepTo(v *part, start string, wanted func(part) bool) string {
	near, seen, queue := map[string]map[string]string{}, map[string]bool{"": true}, []string{}
	for _, p := range v.Planets {
		if near[p.ID] = p.Neighbours; wanted(p) {
			queue, seen[p.ID] = append(queue, p.ID), true
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		for _, way := range []string{"NORTH", "EAST", "SOUTH", "WEST"} {
			if there := near[queue[0]][way]; there == start {
				return queue[0]
			} else if !seen[there] {
				queue, seen[there] = append(queue, there), true
			}
		}
	}
	return ""
}

// One command for every robot, a new robot as soon as there is money for one, and done.
func choose(v *part) (actions []object) {
	planets, taken := map[string]part{}, map[string]bool{}
	for _, p := range v.Planets {
		planets[p.ID] = p
	}
	for _, r := range v.You.Robots { // sells a full cargo, mines coal, or looks for it
		here, c, what, goal := planets[r.Planet], r.Cargo, "regeneration", ""
		full := c["coal"]+c["iron"]+c["gem"]+c["gold"]+c["platin"] >= r.Storage
		if full && here.Station {
			what = "selling"
		} else if r.Energy > here.Gravity && !full && here.Resource == "coal" {
			what = "mining"
		} else if r.Energy > here.Gravity {
			goal = stepTo(v, here.ID, func(p part) bool { return full && p.Station || !full && p.Resource == "coal" })
			if goal == "" { // every robot looks at another planet that nobody has been on
				goal = stepTo(v, here.ID, func(p part) bool { return !p.Visited && !taken[p.ID] })
			}
			taken[goal] = true
		}
		if goal == "" {
			actions = append(actions, object{"type": what, "robot": r.ID})
		} else {
			actions = append(actions, object{"type": "movement", "robot": r.ID, "planet": goal})
		}
	}
	if v.You.Money >= v.Market.Articles["ROBOT"] && len(v.You.Robots) < 10 { // as many are enough
		actions = append(actions, object{"type": "buying", "article": "ROBOT", "quantity": 1})
	}
	return append(actions, object{"type": "done"})
}

// kit: main
			out.Encode(object{"type": "act", "step": m.Step, "actions": choose(m.View)})
// kit: over
