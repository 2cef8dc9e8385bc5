mod simulator;
use simulator as sim;
use std::io::Read;

fn list<T: ToString>(numbers: &[T]) -> String {
    numbers.iter().map(T::to_string).collect::<Vec<_>>().join(" ")
}

fn main() -> Result<(), sim::Error> {
    let mut given = String::new();
    std::io::stdin().read_to_string(&mut given).unwrap();
    let words: Vec<String> = given.split_whitespace().map(String::from).collect();
    let mut belief = sim::Belief { layout: words[0].clone(), form: words[1].clone(), state: words[2].clone() };
    let mut state = sim::load(&belief)?;
    let waiting = list(&sim::waiting(&mut state)?);
    println!("{} {} {} {}", sim::seats(&state)?, sim::round(&state)?, waiting, sim::waited(&mut state, 1)? as i32);
    let rows = sim::legal(&mut state, 1)?;
    println!("{} {} {}", rows.len(), list(&rows[0]), list(&rows[rows.len() - 1]));
    let drawn = sim::random(&mut state, 1, 7, 3)?;
    println!("{} {} {}", list(&drawn), sim::check(&mut state, 1, &drawn)?, state.reason);
    let mut after = sim::clone(&state);
    let code = sim::act(&mut after, 1, &drawn)?;
    let sum: i64 = sim::observe(&mut after, 2)?.iter().map(|&n| n as i64).sum();
    println!("{} {} {}", code, sim::worth(&mut after, 1)?, sum.rem_euclid(1000));
    for n in 0..40 {
        for seat in sim::waiting(&mut after)? {
            let row = sim::random(&mut after, seat, n, seat)?;
            sim::act(&mut after, seat, &row)?;
        }
        if sim::waiting(&mut after)?.is_empty() {
            sim::tick(&mut after)?;
        }
    }
    let (one, two) = (sim::worth(&mut after, 1)?, sim::worth(&mut after, 2)?);
    println!("{} {} {} {}", sim::round(&after)?, one, two, sim::round(&state)?);
    println!("{}", sim::playout(&mut after, 5, 100000)?);
    let over = sim::result(&mut after)?.unwrap();
    println!("{} {} {} {}", over.reason, over.name, list(&over.places), list(&over.points));
    let mut again = sim::load(&sim::save(&after)?)?;
    let (one, two) = (sim::worth(&mut again, 1)?, sim::worth(&mut again, 2)?);
    println!("{} {} {}", sim::round(&again)?, one, two);
    println!("{} {} {}", sim::check(&mut after, 1, &rows[0])?, sim::refusal(1).name, sim::refusal(1).rule);
    let error = sim::act(&mut after, 99, &rows[0]).unwrap_err();
    println!("{} {}", error.code, error);
    belief.state.truncate(belief.state.len() - 8);
    let error = sim::load(&belief).err().unwrap();
    println!("{} {}", error.code, error);
    Ok(())
}
