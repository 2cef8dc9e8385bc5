// A bot for BoidVoid. Build it: go build -o bot bot.go; on this machine: roundhouse play boidvoid cmd:./bot random
// kit: head

import (
	"bytes"
	"encoding/json"
	"math"
	"net"
	"os"
)

type object = map[string]any

type part struct { // of a message, with all that this bot looks at; what a part does not have stays empty
	Type string
	Step int
	ID, Unit, X, Y, Cost, Owner, Team int
	Kind, State, Obstacle             string
	May                               json.RawMessage
	Targets                           []int
	Tiles, Units, Reach, Choices      []part
	View, You                         *part
}

func (p part) place() [2]int { return [2]int{p.X, p.Y} }

func abs(n int) int { return int(math.Abs(float64(n))) }

// Tiles from one place to the nearest of the goals; odd rows are half a tile to the right.
func far(a part, goals []part) int {
	nearest := math.MaxInt
	for _, b := range goals {
		q, r := a.X-a.Y/2-b.X+b.Y/2, a.Y-b.Y
		if d := (abs(q) + abs(r) + abs(q+r)) / 2; d < nearest { nearest = d }
	}
	return nearest
}

// What every unit does this turn: come back, strike what is near, or take tiles that nobody has.
func choose(v *part) (given []object) {
	units, stands, taken := map[int]part{}, map[[2]int]bool{}, map[[2]int]bool{}
	for _, u := range v.Units { units[u.ID], stands[u.place()] = u, true }
	for _, c := range v.You.Choices {
		u, homes, free, foreign := units[c.Unit], []part{}, []part{}, []part{}
		for _, t := range v.Tiles {
			if t.Obstacle != "" { continue }
			if t.Owner == v.You.Team && !stands[t.place()] { homes = append(homes, t) }
			if t.Owner == 0 && !taken[t.place()] { free = append(free, t) }
			if t.Owner != v.You.Team && !taken[t.place()] { foreign = append(foreign, t) }
		}
		if len(free) == 0 { free = foreign } // these take twice as long
		if c.State == "can_respawn" {
			if len(homes) == 0 { continue }
			stands[homes[0].place()] = true
			given = append(given, object{"type": "spawn", "unit": c.Unit, "tile": homes[0].place()})
		} else if len(c.Targets) > 0 {
			given = append(given, object{"type": "attack", "unit": c.Unit, "target": c.Targets[0]})
		} else if bytes.Contains(c.May, []byte(`"capture"`)) {
			taken[u.place()] = true
			given = append(given, object{"type": "capture", "unit": c.Unit})
		} else if u.Kind == "spaceship" && len(c.Reach) > 0 && len(free) > 0 {
			best := c.Reach[0]
			for _, t := range c.Reach {
				d := far(t, free) - far(best, free)
				if d < 0 || d == 0 && t.Cost < best.Cost { best = t }
			}
			given = append(given, object{"type": "move", "unit": c.Unit, "to": best.place()})
			if far(best, free) > 0 { continue }
			taken[best.place()] = true
			given = append(given, object{"type": "capture", "unit": c.Unit})
		}
	}
	return append(given, object{"type": "done"})
}

// kit: main
			out.Encode(object{"type": "act", "step": m.Step, "actions": choose(m.View)})
// kit: over
