package main

import (
	"fmt"
	"strings"
)

func list[T any](numbers []T) string { return strings.Trim(fmt.Sprint(numbers), "[]") }

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func main() {
	var belief Belief
	fmt.Scan(&belief.Layout, &belief.Form, &belief.State)
	state := must(sim.Load(belief))
	waited := map[bool]int{true: 1}[must(sim.Waited(state, 1))]
	fmt.Println(must(sim.Seats(state)), must(sim.Round(state)), list(must(sim.Waiting(state))), waited)
	rows := must(sim.Legal(state, 1))
	fmt.Println(len(rows), list(rows[0][:]), list(rows[len(rows)-1][:]))
	drawn := must(sim.Random(state, 1, 7, 3))
	fmt.Println(list(drawn[:]), must(sim.Check(state, 1, &drawn)), state.reason)
	after := sim.Clone(state)
	code, sum := must(sim.Act(after, 1, &drawn)), 0
	for _, n := range must(sim.Observe(after, 2)) {
		sum += int(n)
	}
	fmt.Println(code, must(sim.Worth(after, 1)), (sum%1000+1000)%1000)
	for n := 0; n < 40; n++ {
		for _, seat := range must(sim.Waiting(after)) {
			row := must(sim.Random(after, int(seat), int64(n), int(seat)))
			must(sim.Act(after, int(seat), &row))
		}
		if len(must(sim.Waiting(after))) == 0 {
			sim.Tick(after)
		}
	}
	fmt.Println(must(sim.Round(after)), must(sim.Worth(after, 1)), must(sim.Worth(after, 2)), must(sim.Round(state)))
	fmt.Println(must(sim.Playout(after, 5, 100000)))
	over := must(sim.Result(after))
	fmt.Println(over.Reason, over.Name, list(over.Places), list(over.Points))
	again := must(sim.Load(must(sim.Save(after))))
	fmt.Println(must(sim.Round(again)), must(sim.Worth(again, 1)), must(sim.Worth(again, 2)))
	fmt.Println(must(sim.Check(after, 1, &rows[0])), sim.Refusal(1).Name, sim.Refusal(1).Rule)
	_, err := sim.Act(after, 99, &rows[0])
	fmt.Println(err.(*Error).Code, err)
	belief.State = belief.State[:len(belief.State)-8]
	_, err = sim.Load(belief)
	fmt.Println(err.(*Error).Code, err)
}
