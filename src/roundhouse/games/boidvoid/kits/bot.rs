// A bot for BoidVoid. Build it: rustc -O -o bot bot.rs; on this machine: roundhouse play boidvoid cmd:./bot random
// On a server, rated or at a table: ROUNDHOUSE_SERVER=host:port ROUNDHOUSE_TOKEN=rh_... ./bot [TABLE]
use std::io::{stdin, stdout, BufRead, BufReader, LineWriter, Write};
use std::{env, net::TcpStream};

/// What stands between the brackets of a JSON object or list, split at its commas; every value stays text.
fn parts(json: &str) -> Vec<&str> {
    let (mut parts, mut from, mut depth, mut quoted, mut escaped) = (vec![], 1, 0, false, false);
    for (n, c) in json.bytes().enumerate() {
        let (opens, closes) = (!quoted && (c == b'{' || c == b'['), !quoted && (c == b'}' || c == b']'));
        depth += opens as i32 - closes as i32;
        quoted ^= c == b'"' && !escaped;
        escaped = c == b'\\' && !escaped;
        if closes && depth == 0 || !quoted && c == b',' && depth == 1 {
            parts.extend(Some(json[from..n].trim()).filter(|part| !part.is_empty()));
            from = n + 1;
        }
    }
    parts
}

/// The value of a key as it stands there, strings with their quotes; "null" if there is none.
fn get<'a>(json: &'a str, key: &str) -> &'a str {
    let name = format!("\"{key}\"");
    let value = |part: &'a str| part.strip_prefix(name.as_str())?.trim_start().strip_prefix(':');
    parts(json).into_iter().find_map(value).unwrap_or("null").trim()
}
fn number(json: &str, key: &str) -> i32 { get(json, key).parse().unwrap_or(0) }

type Place = (i32, i32);
fn place(thing: &str) -> Place { (number(thing, "x"), number(thing, "y")) }

/// Tiles from a place to the nearest of the goals; odd rows are half a tile to the right.
fn far((x, y): Place, goals: &[Place]) -> i32 {
    let distance = |&(gx, gy): &Place| {
        let (q, r) = (x - y / 2 - gx + gy / 2, y - gy);
        (q.abs() + r.abs() + (q + r).abs()) / 2
    };
    goals.iter().map(distance).min().unwrap()
}

/// What every unit does this turn: come back, strike what is near, or take tiles that nobody has.
fn choose(view: &str) -> String {
    let (you, units, mut given) = (get(view, "you"), parts(get(view, "units")), String::new());
    let mut stands: Vec<Place> = units.iter().map(|unit| place(unit)).collect();
    let (team, mut taken) = (number(you, "team"), vec![]);
    let tiles = parts(get(view, "tiles")).into_iter().filter(|tile| get(tile, "obstacle") == "null");
    let ground: Vec<(Place, i32)> = tiles.map(|tile| (place(tile), number(tile, "owner"))).collect();
    for choice in parts(get(you, "choices")) {
        let (id, targets, reach) = (get(choice, "unit"), parts(get(choice, "targets")), parts(get(choice, "reach")));
        let unit = units.iter().find(|unit| get(unit, "id") == id).unwrap();
        let wanted = ground.iter().filter(|(at, owner)| *owner != team && !taken.contains(at));
        let (free, others): (Vec<_>, Vec<&(Place, i32)>) = wanted.partition(|(_, owner)| *owner == 0);
        // free ones first: tiles of others take twice as long
        let goals: Vec<Place> = if free.is_empty() { others } else { free }.into_iter().map(|goal| goal.0).collect();
        if get(choice, "state") == r#""can_respawn""# {
            if let Some(((x, y), _)) = ground.iter().find(|(at, owner)| *owner == team && !stands.contains(at)) {
                stands.push((*x, *y));
                given += &format!(r#"{{"type":"spawn","unit":{id},"tile":[{x},{y}]}},"#);
            }
        } else if !targets.is_empty() {
            given += &format!(r#"{{"type":"attack","unit":{id},"target":{}}},"#, targets[0]);
        } else if parts(get(choice, "may")).contains(&r#""capture""#) {
            taken.push(place(unit));
            given += &format!(r#"{{"type":"capture","unit":{id}}},"#);
        } else if get(unit, "kind") == r#""spaceship""# && !reach.is_empty() && !goals.is_empty() {
            let best = reach.iter().min_by_key(|tile| (far(place(tile), &goals), number(tile, "cost"))).unwrap();
            let (x, y) = place(best);
            given += &format!(r#"{{"type":"move","unit":{id},"to":[{x},{y}]}},"#);
            if goals.contains(&(x, y)) {
                taken.push((x, y));
                given += &format!(r#"{{"type":"capture","unit":{id}}},"#);
            }
        }
    }
    given + r#"{"type":"done"}"#
}

fn main() -> std::io::Result<()> {
    let (mut lines, mut out): (Box<dyn BufRead>, Box<dyn Write>) = (Box::new(stdin().lock()), Box::new(stdout()));
    if let Some(address) = env::var("ROUNDHOUSE_SERVER").ok().filter(|address| !address.is_empty()) {
        let server = TcpStream::connect(address)?;
        (lines, out) = (Box::new(BufReader::new(server.try_clone()?)), Box::new(LineWriter::new(server)));
        let token = env::var("ROUNDHOUSE_TOKEN").unwrap_or_default();
        let game = || r#""game":"boidvoid","matches":0"#.into();
        let place = env::args().nth(1).map_or_else(game, |key| format!(r#""table":"{key}""#));
        writeln!(out, r#"{{"type":"hello","version":1,"token":"{token}",{place}}}"#)?;
    }
    for line in lines.lines() {
        let line = line?;
        if get(&line, "type") == r#""turn""# {
            let (step, actions) = (get(&line, "step"), choose(get(&line, "view")));
            writeln!(out, r#"{{"type":"act","step":{step},"actions":[{actions}]}}"#)?;
        } else if [r#""over""#, r#""error""#].contains(&get(&line, "type")) {
            eprintln!("{line}");
        }
    }
    Ok(())
}
