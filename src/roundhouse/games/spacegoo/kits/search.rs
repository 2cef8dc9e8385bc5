// A bot for Spacegoo that looks ahead with the rules themselves, which lie in `sim`. Build it as bot.toml says.
// kit: head, uses
use std::time::{Duration, Instant};

#[path = "sim/simulator.rs"]
mod simulator;
use simulator as sim;

const AHEAD: i32 = 60;
const MOST_MS: u64 = 900;
const PASS: sim::Row = [0; sim::WIDTH_OF_A_ROW];

// kit: parts, get, number

/// Where the search is: the state of the turn, our seat, and how long it may take.
struct Search<'a> { belief: &'a sim::State, me: i32, deadline: Instant, luck: u64 }

/// One acts, all others pass.
fn round(state: &mut sim::State, seat: i32, row: &sim::Row) -> Result<(), sim::Error> {
    for one in sim::waiting(state)? {
        sim::act(state, one, if one == seat { row } else { &PASS })?;
    }
    sim::tick(state)
}

impl Search<'_> {
    fn drawn(&mut self, n: usize) -> usize {
        self.luck = self.luck.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.luck >> 33) as usize % n
    }

    /// Our share of what all have; an end counts more, the sooner the better.
    fn standing(&self, state: &mut sim::State) -> Result<f64, sim::Error> {
        let own = sim::worth(state, self.me)? as f64;
        let all = (1..=sim::seats(state)?).map(|seat| sim::worth(state, seat)).sum::<Result<i32, _>>()? as f64 + 1.0;
        let points = sim::result(state)?.map_or(vec![], |over| over.points);
        let ahead: i32 = points.iter().map(|other| points[self.me as usize - 1] - other).sum();
        Ok(1e6 * own / all + ahead as f64 * (2e6 - 1e3 * (state.round_no - self.belief.round_no) as f64))
    }

    /// How it ends if a seat does this, we do something else after a while, and all pass besides.
    fn ends(&mut self, from: &sim::State, seat: i32, row: &sim::Row, wait: i32) -> Result<f64, sim::Error> {
        let mut trial = sim::clone(from);
        round(&mut trial, seat, row)?;
        for _ in 1..wait { round(&mut trial, 0, &PASS)?; }
        let next = if wait > 0 { sim::legal(&mut trial, self.me)? } else { vec![] };
        if !next.is_empty() { round(&mut trial, self.me, &next[self.drawn(next.len())])?; }
        while trial.round_no < self.belief.round_no + AHEAD && trial.reason == 0 {
            round(&mut trial, 0, &PASS)?;
        }
        self.standing(&mut trial)
    }

    /// The best reply of anybody, which is the worst for us.
    fn answered(&mut self, row: &sim::Row) -> Result<f64, sim::Error> {
        let mut replied = sim::clone(self.belief);
        round(&mut replied, self.me, row)?;
        let mut least = f64::INFINITY;
        for seat in (1..=sim::seats(&replied)?).filter(|seat| *seat != self.me).collect::<Vec<_>>() {
            for reply in sim::legal(&mut replied, seat)? {
                if least == f64::INFINITY || Instant::now() < self.deadline {
                    least = least.min(self.ends(&replied, seat, &reply, 0)?);
                }
            }
        }
        Ok(least)
    }
}

fn choose(state: &mut sim::State, me: i32, deadline: Instant) -> Result<sim::Row, sim::Error> {
    let (rows, belief) = (sim::legal(state, me)?, sim::clone(state));
    let mut search = Search { belief: &belief, me, deadline, luck: 1 };
    let mut ideas = vec![]; // what is hoped for, what comes of it alone, and the action
    for row in &rows {
        let late = !ideas.is_empty() && Instant::now() > deadline;
        let alone = if late { f64::NEG_INFINITY } else { search.ends(&belief, me, row, 0)? };
        ideas.push((alone, alone, *row));
    }
    for _ in 0..if ideas.is_empty() || Instant::now() > deadline { 0 } else { 400 } {
        let (n, wait) = (search.drawn(ideas.len()), 1 + search.drawn(10) as i32);
        ideas[n].0 = ideas[n].0.max(search.ends(&belief, me, &rows[n], wait)?);
    }
    ideas.sort_by(|a, b| b.0.total_cmp(&a.0));
    let (mut best, mut most) = (PASS, f64::NEG_INFINITY);
    for (_, alone, row) in ideas.into_iter().take(20) {
        let late = most > f64::NEG_INFINITY && Instant::now() > deadline;
        let found = if late { most } else { search.answered(&row)? + 2.0 * alone };
        if found > most {
            (best, most) = (row, found);
        }
    }
    Ok(best)
}

// kit: main, place, wish, belief turns
