// A bot for Rally that looks ahead with the rules themselves, which lie in `sim`. Build it as bot.toml says.
// kit: head, uses
use std::time::{Duration, Instant};

#[path = "sim/simulator.rs"]
mod simulator;
use simulator as sim;

const MOST_MS: u64 = 400;
const PASS: sim::Row = [0; sim::WIDTH_OF_A_ROW];

// kit: parts

// kit: get, number

fn cell_of(state: &sim::State, checkpoint: u8) -> i64 {
    let wanted = |n: &usize| state.kinds[*n] as i64 == sim::CHECKPOINT && state.ways[*n] == checkpoint;
    (0..sim::CELLS as usize).find(wanted).unwrap_or(0) as i64
}

/// How our robot stands: by what it has, then by how near the next checkpoint is.
fn standing(state: &mut sim::State, me: i32) -> Result<f64, sim::Error> {
    if let Some(over) = sim::result(state)? {
        return Ok(if over.places[me as usize - 1] == 1 { 1e6 } else { -1e6 });
    }
    let robot = &state.robots[me as usize];
    let (at, to) = (robot.cell as i64, cell_of(state, robot.ticked + 1));
    let away = (at / sim::STRIDE - to / sim::STRIDE).abs() + (at % sim::STRIDE - to % sim::STRIDE).abs();
    let away = if at > 0 && to > 0 { away } else { 30 };
    Ok(30.0 * robot.ticked as f64 + 15.0 * robot.lives as f64 - away as f64 - robot.damage as f64)
}

/// A round in which the others do anything.
fn round(state: &mut sim::State, me: i32, row: &sim::Row, world: i64) -> Result<(), sim::Error> {
    for seat in sim::waiting(state)? {
        let row = if seat == me { *row } else { sim::random(state, seat, world, seat)? };
        sim::act(state, seat, &row)?;
    }
    sim::tick(state)
}

/// What a program is worth: a round, and then the best of some programs for another.
fn value(belief: &sim::State, me: i32, row: &sim::Row, world: i64) -> Result<f64, sim::Error> {
    let mut trial = sim::clone(belief);
    round(&mut trial, me, row, world)?;
    let (now, mut best, mut after) = (standing(&mut trial, me)?, f64::NEG_INFINITY, sim::clone(&trial));
    for n in 0..if sim::waited(&mut trial, me)? { 40 } else { 0 } {
        *after = *trial;
        let next = sim::random(&mut after, me, world, 100 + n)?;
        round(&mut after, me, &next, world + 1)?;
        best = best.max(standing(&mut after, me)?);
    }
    Ok(if best > f64::NEG_INFINITY { (now + 2.0 * best) / 3.0 } else { now })
}

/// Many programs for one round, the best of them further.
fn choose(belief: &mut sim::State, me: i32, deadline: Instant) -> Result<sim::Row, sim::Error> {
    let (mut ideas, mut trial) = (vec![], sim::clone(belief));
    for n in 0..600 {
        if !ideas.is_empty() && Instant::now() > deadline {
            break;
        }
        let row = sim::random(belief, me, belief.round_no as i64, n)?;
        *trial = *belief;
        round(&mut trial, me, &row, n as i64 % 3)?;
        ideas.push((standing(&mut trial, me)?, row));
    }
    ideas.sort_by(|a, b| b.0.total_cmp(&a.0));
    ideas.truncate(12);
    let mut found = vec![(0.0, 0.0); ideas.len()];
    for world in 0..6 {
        for (sum, (_, row)) in found.iter_mut().zip(&ideas) {
            if world == 0 || Instant::now() < deadline {
                *sum = (sum.0 + value(belief, me, row, 10 * world)?, sum.1 + 1.0);
            }
        }
    }
    let mean = |n: &usize| found[*n].0 / found[*n].1;
    let best = (0..ideas.len()).rev().max_by(|a, b| mean(a).total_cmp(&mean(b)));
    Ok(best.map_or(PASS, |n| ideas[n].1))
}

// kit: main, place, wish, belief turns
