// A bot for Spacegoo. Build it: rustc -O -o bot bot.rs; on this machine: roundhouse play spacegoo cmd:./bot random
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

fn strength(planet: &str) -> i32 {
    parts(get(planet, "ships")).iter().map(|ships| ships.parse::<i32>().unwrap()).sum()
}

/// Half of the strongest planet's ships go to its weakest neighbour, if they are more than it has.
fn choose(view: &str) -> String {
    let (planets, me) = (parts(get(view, "planets")), get(view, "player_id"));
    let mine = planets.iter().filter(|planet| get(planet, "owner_id") == me);
    let Some(source) = mine.rev().max_by_key(|planet| strength(planet)) else { return r#"{"type":"nop"}"#.into() };
    let lanes = parts(get(view, "hyperlanes")).into_iter().map(parts).filter(|lane| lane[0] == get(source, "id"));
    let ends = lanes.map(|lane| planets[lane[1].parse::<usize>().unwrap()]);
    let near = ends.filter(|planet| get(planet, "owner_id") != me);
    let target = near.min_by_key(|planet| strength(planet)).unwrap_or(source);
    if strength(source) < 2 * strength(target) || target == *source {
        return r#"{"type":"nop"}"#.into();
    }
    let half: Vec<i32> = parts(get(source, "ships")).iter().map(|ships| ships.parse::<i32>().unwrap() / 2).collect();
    let (source, target) = (get(source, "id"), get(target, "id"));
    format!(r#"{{"type":"send","source":{source},"target":{target},"ships":{half:?}}}"#)
}

fn main() -> std::io::Result<()> {
    let (mut lines, mut out): (Box<dyn BufRead>, Box<dyn Write>) = (Box::new(stdin().lock()), Box::new(stdout()));
    if let Some(address) = env::var("ROUNDHOUSE_SERVER").ok().filter(|address| !address.is_empty()) {
        let server = TcpStream::connect(address)?;
        (lines, out) = (Box::new(BufReader::new(server.try_clone()?)), Box::new(LineWriter::new(server)));
        let token = env::var("ROUNDHOUSE_TOKEN").unwrap_or_default();
        let game = || r#""game":"spacegoo","matches":0"#.into();
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
