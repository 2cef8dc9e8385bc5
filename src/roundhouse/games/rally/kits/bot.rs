// A bot for Robo Rally. Build it: rustc -O -o bot bot.rs; on this machine: roundhouse play rally cmd:./bot easy
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

const WAYS: [(i32, i32); 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)]; // north, east, south, west

type Place = (i32, i32, usize);

/// Where a command leads to if nothing is in the way: x, y and facing.
fn moved((x, y, way): Place, card: &str) -> Place {
    let (steps, turns) = match &card[1..2] {
        "B" => (-1, 0),
        "R" => (0, 1),
        "U" => (0, 2),
        "L" => (0, 3),
        steps => (steps.parse().unwrap(), 0),
    };
    (x + steps * WAYS[way].0, y + steps * WAYS[way].1, (way + turns) % 4)
}

/// For every slot the command that leads nearest to the next checkpoint, and to looking at it.
fn choose(view: &str) -> String {
    let (you, board) = (get(view, "you"), get(view, "board"));
    let me = parts(get(view, "robots"))[number(you, "seat") as usize - 1];
    let goal = format!("c{}", number(me, "ticked") + 1);
    let rows = get(board, "grid")[1..].split(r"\n").enumerate(); // every other one is walls; a cell is three wide
    let (ty, tx) = rows.filter_map(|(n, row)| Some((n as i32 / 2, row.find(&goal)? as i32 / 3))).next().unwrap();
    let far = |(x, y, way): Place| {
        if x < 0 || y < 0 || x >= number(board, "width") || y >= number(board, "height") {
            return 99;
        }
        (x - tx).abs() + (y - ty).abs() + (x + WAYS[way].0 - tx).abs() + (y + WAYS[way].1 - ty).abs()
    };
    let cell: Vec<i32> = parts(get(me, "cell")).iter().map(|n| n.parse().unwrap()).collect();
    let mut place = (cell[0], cell[1], "NESW".find(get(me, "facing").trim_matches('"')).unwrap());
    let (mut hand, mut slots) = (parts(get(you, "hand")), vec![]);
    for burned_in in parts(get(you, "slots")) {
        let best = (0..hand.len()).min_by_key(|&n| far(moved(place, hand[n])));
        let card = if burned_in == "null" { hand.remove(best.unwrap()) } else { burned_in };
        slots.push(if burned_in == "null" { card } else { "null" });
        place = moved(place, card);
    }
    format!(r#"{{"type":"program","slots":[{}],"power_down":false}}"#, slots.join(","))
}

fn main() -> std::io::Result<()> {
    let (mut lines, mut out): (Box<dyn BufRead>, Box<dyn Write>) = (Box::new(stdin().lock()), Box::new(stdout()));
    if let Some(address) = env::var("ROUNDHOUSE_SERVER").ok().filter(|address| !address.is_empty()) {
        let server = TcpStream::connect(address)?;
        (lines, out) = (Box::new(BufReader::new(server.try_clone()?)), Box::new(LineWriter::new(server)));
        let token = env::var("ROUNDHOUSE_TOKEN").unwrap_or_default();
        let game = || r#""game":"rally","matches":0"#.into();
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
