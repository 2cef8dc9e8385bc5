// A bot for Crafting Quest. Build it: rustc -O -o bot bot.rs; on this machine: roundhouse play quest cmd:./bot random
// kit: head
use std::{env, io::{stdin, stdout, BufRead, BufReader, LineWriter, Write}, net::TcpStream};
const HEAVY: i32 = 80; // with more weight a unit drops its resources
const SIDE: i32 = 128; // a cell is one number, (y + 1) * SIDE + x + 1, so that around the map there is always a border
const NEAR: [i32; 8] = [-SIDE - 1, -SIDE, -SIDE + 1, -1, 1, SIDE - 1, SIDE, SIDE + 1];

// kit: parts, get, number
fn at(thing: &str) -> usize { ((number(thing, "y") + 1) * SIDE + number(thing, "x") + 1) as usize }
/// The first step to the nearest cell with something in the ground or beside one that is unknown; 0 is none.
fn way(grid: &[u8], start: usize) -> usize {
    let (mut first, mut queue, mut n) = (vec![0; grid.len()], vec![start], 0);
    while let Some(&here) = queue.get(n) {
        for there in NEAR.map(|step| (here as i32 + step) as usize) {
            if n > 0 && (grid[here] == b'*' || grid[there] == b'?') { return first[here]; }
            if !b".*o".contains(&grid[there]) || first[there] > 0 || there == start { continue; }
            first[there] = if n == 0 { there } else { first[here] };
            queue.push(there);
        }
        n += 1;
    }
    0
}
/// Take what was found, dig, craft, drop what is too much, go on; None if there is nothing to do in this turn.
fn choose(grid: &mut [u8], rules: &str, unit: &str, found: &str) -> Option<String> {
    let (id, has, weight) = (get(unit, "id"), get(unit, "resources"), number(unit, "weight"));
    if number(unit, "frozen") > 0 || 5 * number(unit, "energy") < 100 + 2 * weight { return None; } // a step's cost
    if !parts(found).is_empty() { return Some(format!(r#"{{"type":"pickup","unit":{id},"what":{found}}}"#)); }
    if grid[at(unit)] == b'*' { grid[at(unit)] = b'o'; return Some(format!(r#"{{"type":"dig","unit":{id}}}"#)); }
    let ways = |item| parts(get(get(get(rules, "blueprints"), item), "ways")).into_iter().map(move |way| (item, way));
    for (item, needs) in ways("sword1").chain(ways("armour1")) {
        let mut names = parts(needs).into_iter().map(|part| part.split('"').nth(1).unwrap());
        if !names.all(|name| number(has, name) >= number(needs, name)) { continue; }
        return Some(format!(r#"{{"type":"craft","unit":{id},"item":"{item}","use":{needs}}}"#));
    }
    if weight > HEAVY && has.contains(':') { return Some(format!(r#"{{"type":"drop","unit":{id},"what":{has}}}"#)); }
    let to = way(grid, at(unit)) as i32;
    (to > 0).then(|| format!(r#"{{"type":"move","unit":{id},"to":[{},{}]}}"#, to % SIDE - 1, to / SIDE - 1))
}

// kit: main, place, hello
    let (mut grid, mut rules, mut waiting) = (vec![], String::new(), -1); // and actions that are not answered yet
    for line in lines.lines().map_while(Result::ok) {
        let (kind, answered) = (get(&line, "type").trim_matches('"'), parts(get(&line, "verdicts")));
        let verdict = answered.first().copied().unwrap_or("null");
        let seen = get(if kind == "turn" { &line } else { verdict }, if kind == "turn" { "view" } else { "answer" });
        waiting = if kind == "turn" { 0 } else { waiting - (kind == "verdicts") as i32 };
        let mut units = parts(get(seen, "units"));
        units.extend(Some(get(seen, "unit")).filter(|_| get(verdict, "verdict") == r#""accepted""#));
        if kind == "over" || kind == "error" { eprintln!("{line}"); }
        if kind == "start" {
            rules = get(get(&line, "setup"), "settings").to_string();
            grid = vec![b'#'; (SIDE * SIDE) as usize]; // no way; ? is unknown, . free, * with something in it, o dug
            let (width, rows) = (number(&rules, "width") as usize, 1..=number(&rules, "height"));
            rows.map(|y| (y * SIDE + 1) as usize).for_each(|n| grid[n..n + width].fill(b'?'));
        }
        for cell in parts(get(seen, "cells")) {
            let free = get(cell, "terrain") == r#""grass""# && get(cell, "tower") == "null";
            let mark = if !free { b'#' } else if get(cell, "buried") == "null" { b'.' } else { b'*' };
            if !free || grid[at(cell)] != b'o' { grid[at(cell)] = mark; }
        }
        for action in units.into_iter().filter_map(|unit| choose(&mut grid, &rules, unit, get(seen, "found"))) {
            writeln!(out, r#"{{"type":"act","actions":[{action}]}}"#)?;
            waiting += 1;
        }
        if waiting == 0 { writeln!(out, r#"{{"type":"act","actions":[{{"type":"end_turn"}}]}}"#)?; waiting = -1; }
    }
    Ok(())
}
