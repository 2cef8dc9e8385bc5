// What the kits of all games have in common in this language: a kit takes a part by a line `// kit: NAME`.

// kit: head
// On a server, rated or at a table: ROUNDHOUSE_SERVER=host:port ROUNDHOUSE_TOKEN=rh_... ./bot [TABLE]

// kit: uses
use std::io::{stdin, stdout, BufRead, BufReader, LineWriter, Write};
use std::{env, net::TcpStream};

// kit: parts
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

// kit: get
/// The value of a key as it stands there, strings with their quotes; "null" if there is none.
fn get<'a>(json: &'a str, key: &str) -> &'a str {
    let name = format!("\"{key}\"");
    let value = |part: &'a str| part.strip_prefix(name.as_str())?.trim_start().strip_prefix(':');
    parts(json).into_iter().find_map(value).unwrap_or("null").trim()
}

// kit: number
fn number(json: &str, key: &str) -> i32 { get(json, key).parse().unwrap_or(0) }

// kit: main
fn main() -> std::io::Result<()> {
    let (mut lines, mut out): (Box<dyn BufRead>, Box<dyn Write>) = (Box::new(stdin().lock()), Box::new(stdout()));
    if let Some(address) = env::var("ROUNDHOUSE_SERVER").ok().filter(|address| !address.is_empty()) {
        let server = TcpStream::connect(address)?;
        (lines, out) = (Box::new(BufReader::new(server.try_clone()?)), Box::new(LineWriter::new(server)));
        let token = env::var("ROUNDHOUSE_TOKEN").unwrap_or_default();

// kit: place
        let game = || r#""game":"GAME_KEY","matches":0"#.into();
        let place = env::args().nth(1).map_or_else(game, |key| format!(r#""table":"{key}""#));

// kit: hello
        writeln!(out, r#"{{"type":"hello","version":1,"token":"{token}",{place}}}"#)?;
    }

// kit: turns
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
