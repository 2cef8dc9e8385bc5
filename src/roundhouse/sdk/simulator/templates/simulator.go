// The rules of GAME_NAME (form FORM, layout LAYOUT), exactly as a server plays them, for Go with cgo.
//
// This file belongs beside your bot's, in the folder that `sim` lies in, and is built with it:
//
//	go build -o bot bot.go simulator.go
//
// A state is the struct State: it is copied with `*after = *state`, and its fields are read. Only the functions of `sim`
// change it. What is wrong is an *Error with a number and a sentence; whatever a state holds, nothing crashes and nothing
// runs for ever.
//
// sim: about
package main

/*
#cgo CFLAGS: -I${SRCDIR} -I${SRCDIR}/sim
#cgo LDFLAGS: -L${SRCDIR} -L${SRCDIR}/sim -lsimulator -Wl,-rpath,$ORIGIN:$ORIGIN/sim
#include <stdlib.h>
#include "simulator.h"
*/
import "C"

import (
	"runtime"
	"unsafe"
)

// The constants of the rules

// sim: constants

const (
	widthOfARow  = WIDTH_OF_ROW // numbers in an action's row
	mostSeats    = MOST_SEATS   // seats are counted from 1
	observedSize = NUMBERS_OBSERVED
)

// What a state is made of

// sim: records

// Row is an action.
type Row [widthOfARow]int64

// Belief is what a turn brings.
type Belief struct {
	Layout string `json:"layout"`
	Form   string `json:"form"`
	State  string `json:"state"`
}

// Refusal is a refusal in words.
type Refusal struct{ Name, Field, Rule, Sentence string }

// Ending says why a match is over, with the places and points of all seats in their order.
type Ending struct {
	Reason         int
	Name, Sentence string
	Places, Points []int32
}

// Error is what was wrong: a number below 0 (simulator.h names them), and a sentence.
type Error struct {
	Code     int
	Sentence string
}

func (e *Error) Error() string { return e.Sentence }

// Simulator has the functions; there is one, sim. What a fault says is kept by thread, so calls hold theirs.
type Simulator struct{}

var sim Simulator

func at(state *State) *C.State { return (*C.State)(unsafe.Pointer(state)) }

func checked(number C.int32_t) (int, error) {
	if number < 0 {
		return 0, &Error{int(number), C.GoString(C.sim_error())}
	}
	return int(number), nil
}

// Load gives the state that a belief holds.
func (Simulator) Load(belief Belief) (*State, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	layout, form, text := C.CString(belief.Layout), C.CString(belief.Form), C.CString(belief.State)
	defer C.free(unsafe.Pointer(layout))
	defer C.free(unsafe.Pointer(form))
	defer C.free(unsafe.Pointer(text))
	state := new(State)
	_, err := checked(C.sim_load(at(state), layout, form, text, C.int32_t(len(belief.State))))
	return state, err
}

// Save gives the belief of a state.
func (Simulator) Save(state *State) (Belief, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	text := make([]byte, int(C.sim_text_room()))
	length, err := checked(C.sim_save(at(state), (*C.char)(unsafe.Pointer(&text[0])), C.int32_t(len(text))))
	return Belief{C.GoString(C.sim_layout()), C.GoString(C.sim_form()), string(text[:length])}, err
}

// Clone gives a copy.
func (Simulator) Clone(state *State) *State {
	made := *state
	return &made
}

// Seats says how many seats the match has.
func (Simulator) Seats(state *State) (int, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	return checked(C.sim_seats(at(state)))
}

// Round says which round it is.
func (Simulator) Round(state *State) (int, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	return checked(C.sim_round(at(state)))
}

// Waiting lists the seats that are waited for. A round goes on with Tick when there are none any more.
func (Simulator) Waiting(state *State) ([]int32, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	found := make([]int32, mostSeats)
	count, err := checked(C.sim_waiting(at(state), (*C.int32_t)(unsafe.Pointer(&found[0])), mostSeats))
	return found[:count], err
}

// Waited says whether a seat is waited for.
func (Simulator) Waited(state *State, seat int) (bool, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	number, err := checked(C.sim_waited(at(state), C.int32_t(seat)))
	return number == 1, err
}

// Check gives 0 if the action would be accepted, else the code of the refusal.
func (Simulator) Check(state *State, seat int, row *Row) (int, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	return checked(C.sim_check(at(state), C.int32_t(seat), (*C.int64_t)(unsafe.Pointer(row))))
}

// Refusal puts a refusal into words.
func (Simulator) Refusal(code int) Refusal {
	number := C.int32_t(code)
	return Refusal{
		C.GoString(C.sim_refusal_name(number)), C.GoString(C.sim_refusal_field(number)),
		C.GoString(C.sim_refusal_rule(number)), C.GoString(C.sim_refusal(number)),
	}
}

// Act takes an action as a match takes it. It gives 0, or the code of the refusal; then the state is as before, except
// where a refused action counts or costs the seat, as it does in a match.
func (Simulator) Act(state *State, seat int, row *Row) (int, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	return checked(C.sim_act(at(state), C.int32_t(seat), (*C.int64_t)(unsafe.Pointer(row))))
}

// Leave lets a seat leave, for a reason of the rules.
func (Simulator) Leave(state *State, seat, reason int) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	_, err := checked(C.sim_leave(at(state), C.int32_t(seat), C.int32_t(reason)))
	return err
}

// Tick is what happens when all have answered or the time is up.
func (Simulator) Tick(state *State) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	_, err := checked(C.sim_tick(at(state)))
	return err
}

// Result gives nil while the match runs.
func (s Simulator) Result(state *State) (*Ending, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	found := make([]int32, 2*mostSeats)
	reason, err := checked(C.sim_result(at(state), (*C.int32_t)(unsafe.Pointer(&found[0]))))
	if err != nil || reason == 0 {
		return nil, err
	}
	number := C.int32_t(reason)
	made := &Ending{Reason: reason, Name: C.GoString(C.sim_ending_name(number)), Sentence: C.GoString(C.sim_ending(number))}
	seats, err := s.Seats(state)
	for n := 0; n < seats; n++ {
		made.Places, made.Points = append(made.Places, found[2*n]), append(made.Points, found[2*n+1])
	}
	return made, err
}

// Legal: LEGAL_ACTIONS
func (Simulator) Legal(state *State, seat int) ([]Row, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	count, err := checked(C.sim_legal(at(state), C.int32_t(seat), nil, 0))
	if err != nil || count == 0 {
		return nil, err
	}
	rows := make([]Row, count)
	_, err = checked(C.sim_legal(at(state), C.int32_t(seat), (*C.int64_t)(unsafe.Pointer(&rows[0])), C.int32_t(count)))
	return rows, err
}

// Random draws a legal action from all that the rules allow. The same key and number give the same action.
func (Simulator) Random(state *State, seat int, key int64, number int) (Row, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var row Row
	_, err := checked(C.sim_random(at(state), C.int32_t(seat), C.int64_t(key), C.int32_t(number), (*C.int64_t)(unsafe.Pointer(&row))))
	return row, err
}

// Playout plays on with random actions of all seats. It gives why the match is over, 0 if it still runs.
func (Simulator) Playout(state *State, key int64, rounds int) (int, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	return checked(C.sim_playout(at(state), C.int64_t(key), C.int32_t(rounds)))
}

// Worth is what a seat has: the larger the better it stands.
func (Simulator) Worth(state *State, seat int) (int, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	return checked(C.sim_worth(at(state), C.int32_t(seat)))
}

// Observe gives what a seat sees as numbers, for learning; their shape is OBSERVED_SHAPE.
func (Simulator) Observe(state *State, seat int) ([]int32, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	numbers := make([]int32, observedSize+1)
	_, err := checked(C.sim_observe(at(state), C.int32_t(seat), (*C.int32_t)(unsafe.Pointer(&numbers[0])), observedSize))
	return numbers[:observedSize], err
}
