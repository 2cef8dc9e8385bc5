//! The rules of GAME_NAME (form FORM, layout LAYOUT), exactly as a server plays them, for Rust without any crate.
//!
//!     #[path = "sim/simulator.rs"] mod simulator;
//!     rustc -O -L sim -C link-arg=-Wl,-rpath,$ORIGIN/sim bot.rs
//!
//! A state is the struct `State`: it is copied with `clone`, and its fields are read. Only the functions below change it.
//! What is wrong is an `Error` with a number and a sentence; whatever a state holds, nothing crashes and nothing runs for
//! ever.
//!
// sim: about

#![allow(dead_code)]

use std::ffi::{c_char, CStr, CString};

pub const WIDTH_OF_A_ROW: usize = WIDTH_OF_ROW; // numbers in an action's row
pub const MOST_SEATS_OF_A_MATCH: usize = MOST_SEATS; // seats are counted from 1
const NUMBERS: usize = NUMBERS_OBSERVED;

/// An action.
pub type Row = [i64; WIDTH_OF_A_ROW];

// The constants of the rules

// sim: constants

// What a state is made of

// sim: records

// The library

#[link(name = "simulator")]
extern "C" {
    fn sim_load(state: *mut State, layout: *const c_char, form: *const c_char, text: *const u8, length: i32) -> i32;
    fn sim_save(state: *const State, text: *mut u8, room: i32) -> i32;
    fn sim_text_room() -> i32;
    fn sim_layout() -> *const c_char;
    fn sim_form() -> *const c_char;
    fn sim_error() -> *const c_char;
    fn sim_seats(state: *const State) -> i32;
    fn sim_round(state: *const State) -> i32;
    fn sim_waiting(state: *mut State, seats: *mut i32, room: i32) -> i32;
    fn sim_waited(state: *mut State, seat: i32) -> i32;
    fn sim_check(state: *mut State, seat: i32, row: *const i64) -> i32;
    fn sim_refusal(code: i32) -> *const c_char;
    fn sim_refusal_name(code: i32) -> *const c_char;
    fn sim_refusal_field(code: i32) -> *const c_char;
    fn sim_refusal_rule(code: i32) -> *const c_char;
    fn sim_act(state: *mut State, seat: i32, row: *const i64) -> i32;
    fn sim_leave(state: *mut State, seat: i32, reason: i32) -> i32;
    fn sim_tick(state: *mut State) -> i32;
    fn sim_result(state: *mut State, places: *mut i32) -> i32;
    fn sim_ending(reason: i32) -> *const c_char;
    fn sim_ending_name(reason: i32) -> *const c_char;
    fn sim_legal(state: *mut State, seat: i32, rows: *mut Row, room: i32) -> i32;
    fn sim_random(state: *mut State, seat: i32, key: i64, number: i32, row: *mut Row) -> i32;
    fn sim_playout(state: *mut State, key: i64, rounds: i32) -> i32;
    fn sim_worth(state: *mut State, seat: i32) -> i32;
    fn sim_observe(state: *mut State, seat: i32, numbers: *mut i32, room: i32) -> i32;
}

/// `code` is a number below 0; simulator.h names them.
#[derive(Debug, Clone, PartialEq)]
pub struct Error {
    pub code: i32,
    pub sentence: String,
}

impl std::fmt::Display for Error {
    fn fmt(&self, out: &mut std::fmt::Formatter) -> std::fmt::Result {
        out.write_str(&self.sentence)
    }
}

impl std::error::Error for Error {}

type Answer<T> = Result<T, Error>;

/// A belief, as a turn brings it.
#[derive(Debug, Clone)]
pub struct Belief {
    pub layout: String,
    pub form: String,
    pub state: String,
}

/// A refusal in words.
#[derive(Debug, Clone)]
pub struct Refusal {
    pub name: String,
    pub field: String,
    pub rule: String,
    pub sentence: String,
}

/// Why a match is over, with the places and points of all seats in their order.
#[derive(Debug, Clone)]
pub struct Ending {
    pub reason: i32,
    pub name: String,
    pub sentence: String,
    pub places: Vec<i32>,
    pub points: Vec<i32>,
}

fn text(at: *const c_char) -> String {
    unsafe { CStr::from_ptr(at) }.to_string_lossy().into_owned()
}

fn checked(number: i32) -> Answer<i32> {
    if number < 0 {
        return Err(Error { code: number, sentence: text(unsafe { sim_error() }) });
    }
    Ok(number)
}

/// The state that a belief holds. States can be large, so it lies on the heap.
pub fn load(belief: &Belief) -> Answer<Box<State>> {
    let words = |word: &str| CString::new(word).unwrap_or_default();
    let (layout, form) = (words(&belief.layout), words(&belief.form));
    let mut state = blank();
    let (bytes, length) = (belief.state.as_ptr(), belief.state.len() as i32);
    checked(unsafe { sim_load(&mut *state, layout.as_ptr(), form.as_ptr(), bytes, length) })?;
    Ok(state)
}

fn blank() -> Box<State> {
    let layout = std::alloc::Layout::new::<State>();
    // All fields are numbers, for which zeros are fine; made in place, because a state may not fit on the stack.
    unsafe {
        let at = std::alloc::alloc_zeroed(layout) as *mut State;
        if at.is_null() {
            std::alloc::handle_alloc_error(layout);
        }
        Box::from_raw(at)
    }
}

/// The belief of a state.
pub fn save(state: &State) -> Answer<Belief> {
    let mut room = vec![0u8; unsafe { sim_text_room() } as usize];
    let length = checked(unsafe { sim_save(state, room.as_mut_ptr(), room.len() as i32) })?;
    room.truncate(length as usize);
    let state = String::from_utf8_lossy(&room).into_owned();
    Ok(Belief { layout: text(unsafe { sim_layout() }), form: text(unsafe { sim_form() }), state })
}

/// A copy.
pub fn clone(state: &State) -> Box<State> {
    let mut made = blank();
    *made = *state;
    made
}

/// How many seats the match has.
pub fn seats(state: &State) -> Answer<i32> {
    checked(unsafe { sim_seats(state) })
}

/// Which round it is.
pub fn round(state: &State) -> Answer<i32> {
    checked(unsafe { sim_round(state) })
}

/// The seats that are waited for. A round goes on with `tick` when there are none any more.
pub fn waiting(state: &mut State) -> Answer<Vec<i32>> {
    let mut found = vec![0; MOST_SEATS_OF_A_MATCH];
    let count = checked(unsafe { sim_waiting(state, found.as_mut_ptr(), MOST_SEATS_OF_A_MATCH as i32) })?;
    found.truncate(count as usize);
    Ok(found)
}

/// Whether a seat is waited for.
pub fn waited(state: &mut State, seat: i32) -> Answer<bool> {
    Ok(checked(unsafe { sim_waited(state, seat) })? == 1)
}

/// 0 if the action would be accepted, else the code of the refusal.
pub fn check(state: &mut State, seat: i32, row: &Row) -> Answer<i32> {
    checked(unsafe { sim_check(state, seat, row.as_ptr()) })
}

/// A refusal in words.
pub fn refusal(code: i32) -> Refusal {
    unsafe {
        Refusal {
            name: text(sim_refusal_name(code)),
            field: text(sim_refusal_field(code)),
            rule: text(sim_refusal_rule(code)),
            sentence: text(sim_refusal(code)),
        }
    }
}

/// Takes an action as a match takes it. Gives 0, or the code of the refusal; then the state is as before, except where a
/// refused action counts or costs the seat, as it does in a match.
pub fn act(state: &mut State, seat: i32, row: &Row) -> Answer<i32> {
    checked(unsafe { sim_act(state, seat, row.as_ptr()) })
}

/// A seat leaves, for a reason of the rules.
pub fn leave(state: &mut State, seat: i32, reason: i32) -> Answer<()> {
    checked(unsafe { sim_leave(state, seat, reason) }).map(|_| ())
}

/// What happens when all have answered or the time is up.
pub fn tick(state: &mut State) -> Answer<()> {
    checked(unsafe { sim_tick(state) }).map(|_| ())
}

/// `None` while the match runs.
pub fn result(state: &mut State) -> Answer<Option<Ending>> {
    let mut found = vec![0; 2 * MOST_SEATS_OF_A_MATCH];
    let reason = checked(unsafe { sim_result(state, found.as_mut_ptr()) })?;
    if reason == 0 {
        return Ok(None);
    }
    let (name, sentence) = unsafe { (text(sim_ending_name(reason)), text(sim_ending(reason))) };
    found.truncate(2 * seats(state)? as usize);
    let (places, points) = (found.iter().step_by(2), found.iter().skip(1).step_by(2));
    Ok(Some(Ending { reason, name, sentence, places: places.copied().collect(), points: points.copied().collect() }))
}

/// LEGAL_ACTIONS
pub fn legal(state: &mut State, seat: i32) -> Answer<Vec<Row>> {
    let count = checked(unsafe { sim_legal(state, seat, std::ptr::null_mut(), 0) })?;
    let mut rows = vec![[0; WIDTH_OF_A_ROW]; count as usize];
    checked(unsafe { sim_legal(state, seat, rows.as_mut_ptr(), count) })?;
    Ok(rows)
}

/// A legal action drawn from all that the rules allow. The same key and number give the same action.
pub fn random(state: &mut State, seat: i32, key: i64, number: i32) -> Answer<Row> {
    let mut row = [0; WIDTH_OF_A_ROW];
    checked(unsafe { sim_random(state, seat, key, number, &mut row) })?;
    Ok(row)
}

/// Plays on with random actions of all seats, for so many rounds. Gives why the match is over, 0 if it still runs.
pub fn playout(state: &mut State, key: i64, rounds: i32) -> Answer<i32> {
    checked(unsafe { sim_playout(state, key, rounds) })
}

/// What a seat has: the larger the better it stands.
pub fn worth(state: &mut State, seat: i32) -> Answer<i32> {
    checked(unsafe { sim_worth(state, seat) })
}

/// What a seat sees as numbers, for learning; their shape is OBSERVED_SHAPE.
pub fn observe(state: &mut State, seat: i32) -> Answer<Vec<i32>> {
    let mut numbers = vec![0; NUMBERS];
    checked(unsafe { sim_observe(state, seat, numbers.as_mut_ptr(), NUMBERS as i32) })?;
    Ok(numbers)
}
