// A bot for Crafting Quest. Build it: go build -o bot bot.go; on this machine: roundhouse play quest cmd:./bot random
// kit: head

import ( "encoding/json"; "net"; "os"; "strings" )

type object = map[string]any
type part struct { // of a message, with all that this bot looks at; what a part does not have stays empty
	Type, Terrain, Verdict                          string
	ID, X, Y, Width, Height, Energy, Weight, Frozen int
	Resources, Found                                map[string]int
	Blueprints                                      map[string]struct{ Ways []map[string]int }
	Buried, Tower                                   any
	View, Setup, Settings, Answer, Unit             *part
	Cells, Units, Verdicts                          []part
}

const heavy = 80 // with more weight a unit drops its resources
const side = 128 // a cell is one number, (y + 1) * side + x + 1, so that around the map there is always a border
var near = [8]int{-side - 1, -side, -side + 1, -1, 1, side - 1, side, side + 1}
var grid [side * side]byte // ? unknown, 0 no way, . free, * something in the ground, o dug
var rules *part

func (p part) at() int { return (p.Y+1)*side + p.X + 1 }

func learn(cells []part) {
	for _, c := range cells {
		if c.Terrain != "grass" || c.Tower != nil { grid[c.at()] = 0; continue }
		if grid[c.at()] != 'o' { grid[c.at()] = '.' }
		if grid[c.at()] == '.' && c.Buried != nil { grid[c.at()] = '*' }
	}
}

// The first step to the nearest cell with something in the ground or beside one that is unknown; 0 is none.
func way(start int) int {
	first := map[int]int{start: start}
	for queue := []int{start}; len(queue) > 0; queue = queue[1:] {
		for _, step := range near {
			here, there := queue[0], queue[0]+step
			if here != start && (grid[here] == '*' || grid[there] == '?') { return first[here] }
			if grid[there] == 0 || grid[there] == '?' || first[there] != 0 { continue }
			if first[there] = first[here]; here == start { first[there] = there }
			queue = append(queue, there)
		}
	}
	return 0
}

// Take what was found, dig, craft, drop what is too much, go on; nil if there is nothing to do in this turn.
func choose(u part) object {
	if u.Frozen > 0 || 5*u.Energy < 100+2*u.Weight { return nil } // what a step costs
	if len(u.Found) > 0 { return object{"type": "pickup", "unit": u.ID, "what": u.Found} }
	if grid[u.at()] == '*' { grid[u.at()] = 'o'; return object{"type": "dig", "unit": u.ID} }
	for _, item := range []string{"sword1", "armour1"} {
		for _, use := range rules.Blueprints[item].Ways {
			missing := 0
			for thing, n := range use { if u.Resources[thing] < n { missing++ } }
			if missing == 0 { return object{"type": "craft", "unit": u.ID, "item": item, "use": use} }
		}
	}
	if u.Weight > heavy && len(u.Resources) > 0 { return object{"type": "drop", "unit": u.ID, "what": u.Resources} }
	if to := way(u.at()); to > 0 { return object{"type": "move", "unit": u.ID, "to": [2]int{to%side - 1, to/side - 1}} }
	return nil
}

func main() {
	in, out := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	if address := os.Getenv("ROUNDHOUSE_SERVER"); address != "" {
		server, err := net.Dial("tcp", address)
		if err != nil { panic(err) }
		in, out = json.NewDecoder(server), json.NewEncoder(server)
		hello := object{"type": "hello", "version": 1, "token": os.Getenv("ROUNDHOUSE_TOKEN")}
		if len(os.Args) > 1 { hello["table"] = os.Args[1] } else { hello["game"], hello["matches"] = "quest", 0 }
		out.Encode(hello)
	}
	waiting := -1 // actions of this turn that are not answered yet
	for raw := (json.RawMessage{}); in.Decode(&raw) == nil; {
		m, seen := part{}, &part{}
		json.Unmarshal(raw, &m)
		switch m.Type {
		case "start":
			rules, grid = m.Setup.Settings, [side * side]byte{}
			for y := 1; y <= rules.Height; y++ { copy(grid[y*side+1:], strings.Repeat("?", rules.Width)) }
		case "turn":
			waiting, seen = 0, m.View
		case "verdicts":
			waiting--
			if v := m.Verdicts[0]; v.Verdict == "accepted" && v.Answer != nil { seen = v.Answer }
			if u := seen.Unit; u != nil { u.Found = seen.Found; seen.Units = []part{*u} }
		case "over", "error":
			os.Stderr.Write(append(raw, '\n'))
		}
		learn(seen.Cells)
		for _, u := range seen.Units {
			if action := choose(u); action != nil { waiting++; out.Encode(object{"type": "act", "actions": []any{action}}) }
		}
		if waiting == 0 { waiting--; out.Encode(object{"type": "act", "actions": []any{object{"type": "end_turn"}}}) }
	}
}
