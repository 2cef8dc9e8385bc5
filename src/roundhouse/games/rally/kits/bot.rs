// A bot for Robo Rally. Build it: rustc -O -o bot bot.rs; on this machine: roundhouse play rally cmd:./bot easy
// kit: head, uses

// kit: parts

// kit: get, number

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

// kit: main, place, hello, turns
