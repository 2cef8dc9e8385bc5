// A bot for Robo Rally. Build it: go build -o bot bot.go; on this machine: roundhouse play rally cmd:./bot easy
// kit: head

import (
	"encoding/json"
	"math"
	"net"
	"os"
	"strconv"
	"strings"
)

type object = map[string]any

type part struct { // of a message, with all that this bot looks at; what a part does not have stays empty
	Type                        string
	Step                        int
	Cell                        [2]int
	Facing, Grid                string
	Seat, Ticked, Width, Height int
	Hand                        []string
	Slots                       []*string
	View, Board, You            *part
	Robots                      []part
}

type place struct{ x, y, way int }

var steps = map[byte]int{'1': 1, '2': 2, '3': 3, 'B': -1}
var turns = map[byte]int{'R': 1, 'U': 2, 'L': 3}
var ways = [][2]int{{0, -1}, {1, 0}, {0, 1}, {-1, 0}} // north, east, south, west

// Where a command leads to if nothing is in the way.
func (p place) moved(card string) place {
	n, way := steps[card[0]], ways[p.way]
	return place{p.x + n*way[0], p.y + n*way[1], (p.way + turns[card[0]]) % 4}
}

func apart(a, b int) int { return int(math.Abs(float64(a - b))) }

// For every slot the command that leads nearest to the next checkpoint, and to looking at it.
func choose(v *part) object {
	me, slots, tx, ty := v.Robots[v.You.Seat-1], []any{}, 0, 0
	for n, row := range strings.Split(v.Board.Grid, "\n") { // every other line is walls; a cell is three wide
		if at := strings.Index(row, "c"+strconv.Itoa(me.Ticked+1)); at >= 0 {
			tx, ty = at/3, n/2
		}
	}
	far := func(p place) int {
		if p.x < 0 || p.y < 0 || p.x >= v.Board.Width || p.y >= v.Board.Height {
			return 99
		}
		return apart(p.x, tx) + apart(p.y, ty) + apart(p.x+ways[p.way][0], tx) + apart(p.y+ways[p.way][1], ty)
	}
	at, hand := place{me.Cell[0], me.Cell[1], strings.Index("NESW", me.Facing)}, v.You.Hand
	for _, burnedIn := range v.You.Slots {
		best := 0
		for n, card := range hand {
			if far(at.moved(card)) < far(at.moved(hand[best])) {
				best = n
			}
		}
		if burnedIn != nil {
			slots, at = append(slots, nil), at.moved(*burnedIn)
		} else {
			slots, at = append(slots, hand[best]), at.moved(hand[best])
			hand = append(hand[:best], hand[best+1:]...)
		}
	}
	return object{"type": "program", "slots": slots, "power_down": false}
}

// kit: main
			out.Encode(object{"type": "act", "step": m.Step, "actions": []object{choose(m.View)}})
// kit: over
