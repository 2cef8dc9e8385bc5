// A bot for BoidVoid. Build it: rustc -O -o bot bot.rs; on this machine: roundhouse play boidvoid cmd:./bot random
// kit: head, uses

// kit: parts

// kit: get, number

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

// kit: main, place, hello, turns
