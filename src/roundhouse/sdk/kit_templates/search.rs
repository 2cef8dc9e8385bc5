// What the bots that search have in common in this language besides what all kits have.

// kit: wish
        writeln!(out, r#"{{"type":"hello","version":1,"token":"{token}","want":["belief"],{place}}}"#)?;
    } else {
        writeln!(out, r#"{{"type":"hello","version":1,"want":["belief"]}}"#)?;
    }

// kit: belief turns
    let mut me = 0;
    for line in lines.lines() {
        let line = line?;
        let (kind, belief) = (get(&line, "type"), get(&line, "belief"));
        if kind == r#""start""# {
            me = number(&line, "seat");
        } else if kind == r#""turn""# && belief != "null" { // the first one may come again, with its belief
            let word = |key: &str| get(belief, key).trim_matches('"').to_string();
            let belief = sim::Belief { layout: word("layout"), form: word("form"), state: word("state") };
            let left = get(get(&line, "clock"), "left_ms").parse::<u64>().map_or(MOST_MS, |left| MOST_MS.min(left / 3));
            let deadline = Instant::now() + Duration::from_millis(left);
            let row = sim::load(&belief).and_then(|mut state| choose(&mut state, me, deadline));
            let row = row.unwrap_or_else(|error| { eprintln!("{error}"); PASS });
            writeln!(out, r#"{{"type":"act","step":{},"row":{row:?}}}"#, get(&line, "step"))?;
        } else if [r#""over""#, r#""error""#].contains(&kind) {
            eprintln!("{line}");
        }
    }
    Ok(())
}
