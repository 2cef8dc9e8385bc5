// A bot for the Dungeon. Build it: rustc -O -o bot bot.rs; on this machine: roundhouse play dungeon cmd:./bot random
// kit: head, uses

// kit: parts

// kit: get, number

type Planets<'a> = Vec<(&'a str, &'a str)>; // their ids, and all about them

/// The neighbour that is nearest to a planet that is wanted: the search begins at all of these at once.
fn step_to<'a>(planets: &Planets<'a>, start: &str, wanted: impl Fn(&str) -> bool) -> Option<&'a str> {
    let (mut n, mut queue) = (0, planets.iter().copied().filter(|(_, planet)| wanted(planet)).collect::<Planets>());
    while let Some(&(here, planet)) = queue.get(n) {
        for way in parts(get(planet, "neighbours")) {
            let there = way.split_once(':').unwrap().1.trim();
            if there == start { return Some(here); }
            if queue.iter().any(|(id, _)| *id == there) { continue; }
            queue.extend(planets.iter().find(|(id, _)| *id == there));
        }
        n += 1;
    }
    None
}

/// One command for every robot, a new robot as soon as there is money for one, and done.
fn choose(view: &str) -> String {
    let planets: Planets = parts(get(view, "planets")).into_iter().map(|planet| (get(planet, "id"), planet)).collect();
    let (you, robots) = (get(view, "you"), parts(get(get(view, "you"), "robots")));
    let (mut taken, mut actions) = (vec![], String::new());
    for robot in &robots {
        let (id, at, cargo) = (get(robot, "id"), get(robot, "planet"), get(robot, "cargo"));
        let here = planets.iter().find(|(name, _)| *name == at).unwrap().1;
        let loads = ["coal", "iron", "gem", "gold", "platin"].iter().map(|kind| number(cargo, kind));
        let full = loads.sum::<i32>() >= number(robot, "storage");
        let (key, value) = if full { ("station", "true") } else { ("resource", r#""coal""#) };
        let (mut what, mut goal) = ("regeneration", None);
        if full && get(here, key) == value {
            what = "selling";
        } else if number(robot, "energy") > number(here, "gravity") && get(here, key) == value {
            what = "mining";
        } else if number(robot, "energy") > number(here, "gravity") {
            // every robot looks at another planet that nobody has been on
            let fresh = |planet: &str| get(planet, "visited") == "false" && !taken.contains(&get(planet, "id"));
            goal = step_to(&planets, at, |planet| get(planet, key) == value).or(step_to(&planets, at, fresh));
            taken.extend(goal);
        }
        let moving = |planet| format!(r#"{{"type":"movement","robot":{id},"planet":{planet}}},"#);
        actions += &goal.map_or_else(|| format!(r#"{{"type":"{what}","robot":{id}}},"#), moving);
    }
    if number(you, "money") >= number(get(get(view, "market"), "articles"), "ROBOT") && robots.len() < 10 {
        actions += r#"{"type":"buying","article":"ROBOT","quantity":1},"#;
    }
    actions + r#"{"type":"done"}"#
}

// kit: main
        let table = env::args().nth(1).map(|key| format!(r#""table":"{key}""#));
        let place = table.unwrap_or(r#""game":"dungeon","matches":0"#.into());
// kit: hello, turns
