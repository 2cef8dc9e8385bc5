// Run it with: rustc -O bot.rs && ./bot         (waits for rated matches)
//          or: rustc -O bot.rs && ./bot TABLE   (takes a seat at a table)
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;

const ADDRESS: &str = "{{HOST}}:{{PORT}}";
const TOKEN: &str = "{{TOKEN}}";

/// The whole numbers that follow a key: one, a list, or a list of pairs.
fn numbers(text: &str, key: &str) -> Vec<usize> {
    let Some(at) = text.find(key) else { return vec![] };
    let rest = &text[at + key.len()..];
    let end = if rest.starts_with("[[") { rest.find("]]") } else { rest.find([',', '}']) };
    let end = if rest.starts_with('[') && !rest.starts_with("[[") { rest.find(']') } else { end };
    let part = &rest[..end.unwrap_or(rest.len())];
    part.split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse().ok()).collect()
}

/// Half of the strongest planet's ships go to its weakest neighbour, if they are more than it has.
fn choose(turn: &str) -> Option<String> {
    let me = numbers(turn, "\"player_id\":")[0];
    let lanes = numbers(turn, "\"hyperlanes\":");
    let planets: Vec<(usize, Vec<usize>)> = turn
        .split("\"fleets\":")
        .next()?
        .split("{\"id\":")
        .skip(1)
        .map(|p| (numbers(p, "\"owner_id\":")[0], numbers(p, "\"ships\":")))
        .collect();
    let sum = |n: usize| planets[n].1.iter().sum::<usize>();
    let mine = (0..planets.len()).filter(|&n| planets[n].0 == me);
    let source = mine.rev().max_by_key(|&n| sum(n))?;
    let near = lanes.chunks(2).filter(|lane| lane[0] == source && planets[lane[1]].0 != me);
    let target = near.map(|lane| lane[1]).min_by_key(|&n| sum(n))?;
    if sum(source) < 2 * sum(target) {
        return None;
    }
    let half: Vec<usize> = planets[source].1.iter().map(|n| n / 2).collect();
    Some(format!(r#"{{"type":"send","source":{source},"target":{target},"ships":{half:?}}}"#))
}

fn main() -> std::io::Result<()> {
    let table = std::env::args().nth(1).map(|key| format!(r#""table":"{key}""#));
    let place = table.unwrap_or(r#""game":"spacegoo","matches":0"#.into());
    let mut server = TcpStream::connect(ADDRESS)?;
    writeln!(server, r#"{{"type":"hello","version":1,"token":"{TOKEN}",{place}}}"#)?;
    for line in BufReader::new(server.try_clone()?).lines() {
        let line = line?;
        if line.starts_with(r#"{"type":"turn""#) {
            let step = numbers(&line, "\"step\":")[0];
            let action = choose(&line).unwrap_or(r#"{"type":"nop"}"#.into());
            writeln!(server, r#"{{"type":"act","step":{step},"actions":[{action}]}}"#)?;
        } else if line.contains(r#""type":"over""#) || line.contains(r#""type":"error""#) {
            println!("{line}");
        }
    }
    Ok(())
}
