// A bot for Spacegoo. Build it: rustc -O -o bot bot.rs; on this machine: roundhouse play spacegoo cmd:./bot random
// kit: head, uses

// kit: parts

// kit: get

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

// kit: main, place, hello, turns
