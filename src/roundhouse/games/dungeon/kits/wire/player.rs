// A player for the Microservice Dungeon, over REST and RabbitMQ: it joins, buys robots, explores, mines and sells.
//
// rustc -O -o player player.rs
// ./player NAME             what it is told is kept in NAME.journal, so it may be stopped and started at any time


use std::collections::{HashMap, HashSet, VecDeque};
use std::convert::TryInto;
use std::io::{BufRead, BufReader, Error, Read, Result, Write};
use std::{env, fs, net::TcpStream, thread::sleep, time::Duration};

const WIRE: &str = "r2"; // which generation of the original the server speaks: r2 or r1
const ROBOTS: usize = 12; // as many are enough
const REST_AT: i32 = 6; // energy; below it a robot rests

fn rest() -> String { env::var("DUNGEON_REST").unwrap_or("http://localhost:8080".into()) } // with /spaces/... if any
fn broker() -> String { env::var("DUNGEON_BROKER").unwrap_or("amqp://guest:guest@localhost:5672/".into()) }
fn name() -> String { env::args().nth(1).unwrap_or("runner".into()) }

// What it knows: everything follows from the events of one game, so the journal of these brings it back.

struct Robot { planet: String, energy: i32, coal: i32, storage: i32 }
struct Planet { neighbours: Vec<String>, coal: bool }

#[derive(Default)]
struct Player {
    id: String,
    queue: String,
    money: i32,
    robot_price: i32,
    planets: HashMap<String, Planet>,
    robots: HashMap<String, Robot>,
}

impl Player {
    /// Take in one event. Every number is how things stand, so an event that comes twice does no harm.
    fn learn(&mut self, kind: &str, told: &str) {
        if kind == "GameStatus" && text(told, "status") != "started" {
            self.robots.clear();
            self.planets.clear();
        } else if kind.starts_with("BankAccount") {
            self.money = number(told, "balance");
        } else if kind == "TradablePrices" {
            let robot = parts(told).into_iter().find(|line| text(line, "name") == "ROBOT");
            self.robot_price = robot.map_or(100, |line| number(line, "price"));
        } else if kind == "PlanetDiscovered" {
            let neighbours = parts(get(told, "neighbours")).into_iter().map(|one| text(one, "id")).collect();
            let coal = get(told, "resource") != "null" && text(get(told, "resource"), "resourceType") == "COAL";
            self.planets.insert(text(told, "planet"), Planet { neighbours, coal });
        } else if kind == "RobotSpawned" {
            let new = get(told, "robot");
            let (planet, storage) = (text(get(new, "planet"), "planetId"), number(get(new, "inventory"), "maxStorage"));
            self.robots.insert(text(new, "id"), Robot { planet, energy: number(new, "energy"), coal: 0, storage });
        } else if kind == "RobotsRevealed" {
            // once a round: whoever is missing is gone
            let all = parts(get(told, "robots"));
            let mine = all.into_iter().filter(|one| self.id.starts_with(&text(one, "playerNotion")));
            let seen: HashMap<String, &str> = mine.map(|one| (text(one, "robotId"), one)).collect();
            self.robots.retain(|id, _| seen.contains_key(id));
            for (id, robot) in self.robots.iter_mut() {
                (robot.planet, robot.energy) = (text(seen[id], "planetId"), number(seen[id], "energy"));
            }
        } else if kind == "error" {
            println!("{}", text(told, "description"));
        } else if kind.starts_with("Robot") {
            let Some(robot) = self.robots.get_mut(&text(told, "robotId")) else { return };
            match kind {
                "RobotMoved" => {
                    robot.planet = text(get(told, "toPlanet"), "id");
                    robot.energy = number(told, "remainingEnergy");
                }
                "RobotRegenerated" => robot.energy = number(told, "availableEnergy"),
                "RobotResourceMined" | "RobotResourceRemoved" => {
                    robot.coal = number(get(told, "resourceInventory"), "COAL")
                }
                _ => {}
            }
        }
    }

    // What it does: change this.

    /// One command for every robot, and new robots as soon as there is money for them.
    fn play(&self) -> Result<()> {
        let wanted = (self.money / self.robot_price.max(1)).min(ROBOTS as i32 - self.robots.len() as i32);
        if wanted > 0 {
            self.command("buying", "null", &format!(r#","itemName":"ROBOT","itemQuantity":{wanted}"#))?;
        }
        let mut taken = HashSet::new();
        for (id, robot) in &self.robots {
            let id = &format!("\"{id}\"");
            if robot.coal >= robot.storage {
                self.command("selling", id, &format!(r#","itemName":"COAL","itemQuantity":{}"#, robot.coal))?;
            } else if robot.energy < REST_AT {
                self.command("regenerate", id, "")?;
            } else if self.planets.get(&robot.planet).is_some_and(|planet| planet.coal) {
                self.command("mining", id, "")?;
            } else if let Some(goal) = self.step(&robot.planet, &mut taken) {
                self.command("movement", id, &format!(r#","planetId":"{goal}""#))?;
            }
        }
        Ok(())
    }

    /// The neighbour on the way to the nearest coal, or else to the nearest planet where nobody has been.
    fn step(&self, start: &str, taken: &mut HashSet<String>) -> Option<String> {
        let mut ways = VecDeque::from([(start.to_string(), String::new())]); // a planet, the neighbour on the way to it
        let mut seen = HashSet::from([start.to_string()]);
        let mut unknown = None;
        while let Some((here, first)) = ways.pop_front() {
            let Some(planet) = self.planets.get(&here) else {
                if unknown.is_none() && !taken.contains(&here) {
                    unknown = Some((here, first));
                }
                continue;
            };
            if planet.coal && !first.is_empty() {
                return Some(first);
            }
            for there in &planet.neighbours {
                if seen.insert(there.clone()) {
                    ways.push_back((there.clone(), if first.is_empty() { there.clone() } else { first.clone() }));
                }
            }
        }
        let (goal, first) = unknown?;
        taken.insert(goal);
        Some(first).filter(|first| !first.is_empty())
    }

    // REST

    /// Registers, or finds itself.
    fn register(&mut self) -> Result<()> {
        let email = format!("{}@example.org", name());
        let (mut status, mut account) = ask("GET", &format!("/players?name={}&mail={email}", name()), "")?;
        if status != 200 {
            let body = format!(r#"{{"name":"{}","email":"{email}"}}"#, name());
            (status, account) = ask("POST", "/players", &body)?;
        }
        if status >= 300 {
            return Err(Error::other(text(&account, "message")));
        }
        (self.id, self.queue) = (text(&account, "playerId"), text(&account, "playerQueue"));
        Ok(())
    }

    /// Every game anew.
    fn join(&self) -> Result<()> {
        for game in parts(&ask("GET", "/games", "")?.1) {
            let there = parts(get(game, "participatingPlayers")).contains(&format!("\"{}\"", name()).as_str());
            if text(game, "gameStatus") == "created" && !there {
                let path = format!("/games/{}/players/{}", text(game, "gameId"), self.id);
                println!("joining {}", ask("PUT", &path, "")?.0);
            }
        }
        Ok(())
    }

    /// Whether a round is still played; rounds that were missed need no commands.
    fn is_current(&self, round: i32) -> Result<bool> {
        let (_, games) = ask("GET", "/games", "")?;
        Ok(parts(&games).into_iter().any(|game| number(game, "currentRoundNumber") == round))
    }

    fn command(&self, kind: &str, robot: &str, fields: &str) -> Result<()> {
        let me = &self.id;
        let mut body = format!(r#"{{"playerId":"{me}","type":"{kind}","data":{{"robotId":{robot}{fields}}}}}"#);
        if WIRE == "r1" {
            let (_, games) = ask("GET", "/games", "")?;
            let game = parts(&games).first().map_or(String::new(), |game| text(game, "gameId"));
            let inner = format!(r#"{{"commandType":"{kind}"{fields}}}"#);
            let head = format!(r#""gameId":"{game}","playerId":"{me}","robotId":{robot},"commandType":"{kind}""#);
            body = format!(r#"{{{head},"commandObject":{inner}}}"#);
        }
        let (status, answer) = ask("POST", "/commands", &body)?;
        if status >= 300 {
            println!("{kind} was refused: {}", text(&answer, "message"));
        }
        Ok(())
    }
}

/// The status and the answer of one request, on a connection of its own.
fn ask(method: &str, path: &str, body: &str) -> Result<(u16, String)> {
    let base = rest();
    let (host, prefix) = match base.trim_start_matches("http://").split_once('/') {
        Some((host, prefix)) => (host.to_string(), format!("/{prefix}")),
        None => (base.trim_start_matches("http://").to_string(), String::new()),
    };
    let mut server = TcpStream::connect(if host.contains(':') { host.clone() } else { format!("{host}:80") })?;
    server.set_read_timeout(Some(Duration::from_secs(10)))?;
    let head = format!("{method} {prefix}{path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n");
    let kind = format!("Content-Type: application/json\r\nContent-Length: {}\r\n\r\n", body.len());
    server.write_all((head + &kind + body).as_bytes())?;
    let mut stream = BufReader::new(server);
    let (mut line, mut status, mut length) = (String::new(), 0, 0);
    while line != "\r\n" {
        line.clear();
        if stream.read_line(&mut line)? == 0 {
            return Err(Error::other("the server is gone"));
        }
        let word = line.split_whitespace().nth(1).and_then(|word| word.parse().ok());
        match (line.starts_with("HTTP/"), line.to_lowercase().starts_with("content-length:")) {
            (true, _) => status = word.unwrap_or(0),
            (_, true) => length = word.unwrap_or(0),
            _ => {}
        }
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body)?;
    Ok((status as u16, String::from_utf8_lossy(&body).to_string()))
}

// JSON

// kit: parts

// kit: get

// kit: number

/// A string without its quotes.
fn text(json: &str, key: &str) -> String { get(json, key).trim_matches('"').replace("\\\"", "\"") }

// RabbitMQ, as much of AMQP 0-9-1 as it takes to read a queue

struct Broker { stream: BufReader<TcpStream>, tag: Vec<u8> }

fn short(value: &str) -> Vec<u8> { [&[value.len() as u8], value.as_bytes()].concat() }

fn method(part: u16, number: u16, rest: &[u8]) -> Vec<u8> {
    [&part.to_be_bytes(), &number.to_be_bytes(), rest].concat()
}

impl Broker {
    fn open(queue: &str) -> Result<Broker> {
        let url = broker();
        let (login, place) = url.trim_start_matches("amqp://").split_once('@').unwrap_or(("guest:guest", &url[7..]));
        let (user, password) = login.split_once(':').unwrap_or((login, ""));
        let (host, path) = place.split_once('/').unwrap_or((place, ""));
        let path = if path.is_empty() { "/".to_string() } else { path.replace("%2F", "/").replace("%2f", "/") };
        let stream = TcpStream::connect(if host.contains(':') { host.into() } else { format!("{host}:5672") })?;
        stream.set_read_timeout(Some(Duration::from_secs(30)))?;
        let mut made = Broker { stream: BufReader::new(stream), tag: vec![] };
        made.stream.get_mut().write_all(b"AMQP\0\0\x09\x01")?;
        made.receive()?;
        let login = format!("\0{user}\0{password}");
        let size = (login.len() as u32).to_be_bytes();
        let start = [&[0; 4], &short("PLAIN")[..], &size, login.as_bytes(), &short("en_US")].concat();
        made.call(0, &method(10, 11, &start), (10, 30))?;
        made.send(1, 0, &method(10, 31, &[0, 1, 0, 2, 0, 0, 0, 10]))?; // one channel, a heartbeat of 10 s
        made.call(0, &method(10, 40, &[short(&path), vec![0, 0]].concat()), (10, 41))?;
        made.call(1, &method(20, 10, &[0]), (20, 11))?;
        made.call(1, &method(60, 20, &[vec![0, 0], short(queue), vec![0; 6]].concat()), (60, 21))?;
        Ok(made)
    }

    fn send(&mut self, kind: u8, channel: u8, payload: &[u8]) -> Result<()> {
        let size = (payload.len() as u32).to_be_bytes();
        self.stream.get_mut().write_all(&[&[kind, 0, channel], &size[..], payload, &[0xCE]].concat())
    }

    fn receive(&mut self) -> Result<(u8, Vec<u8>)> {
        let mut head = [0; 7];
        self.stream.read_exact(&mut head)?;
        let mut payload = vec![0; u32::from_be_bytes(head[3..7].try_into().unwrap()) as usize + 1];
        self.stream.read_exact(&mut payload)?;
        payload.pop();
        Ok((head[0], payload))
    }

    fn call(&mut self, channel: u8, wanted: &[u8], expect: (u16, u16)) -> Result<()> {
        self.send(1, channel, wanted)?;
        while !self.receive()?.1.starts_with(&method(expect.0, expect.1, &[])) {}
        Ok(())
    }

    /// The next event; the one before counts as read.
    fn next(&mut self) -> Result<(String, String)> {
        if !self.tag.is_empty() {
            let read = method(60, 80, &[&self.tag[..], &[0]].concat());
            self.send(1, 1, &read)?;
        }
        let (mut kind, mut frame) = self.receive()?;
        while kind == 8 {
            self.send(8, 0, &[])?; // a heartbeat for a heartbeat
            (kind, frame) = self.receive()?;
        }
        if !frame.starts_with(&method(60, 60, &[])) {
            return Err(Error::other(format!("the broker closes: {}", String::from_utf8_lossy(&frame[7..]))));
        }
        let tag = 5 + frame[4] as usize; // a message: how it is delivered, its size, its body
        let key = tag + 10 + frame[tag + 9] as usize;
        self.tag = frame[tag..tag + 8].to_vec();
        let event = String::from_utf8_lossy(&frame[key + 1..key + 1 + frame[key] as usize]).to_string();
        let size = u64::from_be_bytes(self.receive()?.1[4..12].try_into().unwrap()) as usize;
        let mut body = vec![];
        while body.len() < size {
            body.extend(self.receive()?.1);
        }
        Ok((event, String::from_utf8_lossy(&body).to_string()))
    }
}

fn listen(player: &mut Player, journal: &str) -> Result<()> {
    player.register()?;
    for line in fs::read_to_string(journal).unwrap_or_default().lines() {
        let (kind, told) = line.split_once(' ').unwrap_or((line, "null"));
        player.learn(kind, told);
    }
    player.join()?;
    let mut broker = Broker::open(&player.queue)?;
    loop {
        let (event, told) = broker.next()?;
        let kind = match event.as_str() {
            "game-status" => "GameStatus",
            "round-status" => "RoundStatus",
            other => other.trim_end_matches("IntegrationEvent"),
        };
        let fresh = kind == "GameStatus" && text(&told, "status") == "created";
        let mut file = fs::OpenOptions::new().create(true).append(!fresh).write(true).truncate(fresh).open(journal)?;
        writeln!(file, "{kind} {told}")?;
        player.learn(kind, &told);
        if kind == "GameStatus" {
            println!("a game is {}", text(&told, "status"));
        }
        if fresh {
            player.join()?;
        }
        let round = number(&told, "roundNumber");
        if kind == "RoundStatus" && text(&told, "roundStatus") == "started" && player.is_current(round)? {
            player.play()?;
            println!("round {round}: {} robots, {} money", player.robots.len(), player.money);
        }
    }
}

fn main() {
    let mut player = Player { robot_price: 100, ..Player::default() };
    loop {
        if let Err(lost) = listen(&mut player, &format!("{}.journal", name())) {
            println!("trying again: {lost}"); // the server or the broker is away, or not there yet
            sleep(Duration::from_secs(1));
        }
    }
}
