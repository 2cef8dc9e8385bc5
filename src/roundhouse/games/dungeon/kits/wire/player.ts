// A player for the Microservice Dungeon, over REST and RabbitMQ: it joins, buys robots, explores, mines and sells.
//
// node player.ts NAME      (Node 22.18 or newer; what it is told is kept in NAME.journal, so it may be stopped and
//                          started at any time)

import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';

const REST = process.env.DUNGEON_REST ?? 'http://localhost:8080'; // with /spaces/... if your team has a name space
const BROKER = process.env.DUNGEON_BROKER ?? 'amqp://guest:guest@localhost:5672/';
const NAME = process.argv[2] ?? 'runner';
const EMAIL = `${NAME}@example.org`;
const WIRE: string = 'r2'; // which generation of the original the server speaks: r2 or r1
const JOURNAL = `${NAME}.journal`;
const ROBOTS = 12; // as many are enough
const REST_AT = 6; // energy; below it a robot rests

// What it knows: everything follows from the events of one game, so the journal of these brings it back.

type Robot = { planet: string; energy: number; coal: number; storage: number };
type Planet = { neighbours: string[]; coal: boolean };
let money = 0;
let me = { playerId: '', playerQueue: '' };
const prices = new Map<string, number>();
const planets = new Map<string, Planet>();
const robots = new Map<string, Robot>();

/** Take in one event. Every number is how things stand, so an event that comes twice does no harm. */
function learn(kind: string, told: any): void {
  const robot = robots.get(told?.robotId);
  if (kind === 'GameStatus' && told.status !== 'started') {
    robots.clear();
    planets.clear();
  } else if (kind.startsWith('BankAccount')) {
    money = told.balance;
  } else if (kind === 'TradablePrices') {
    for (const line of told) prices.set(line.name, line.price);
  } else if (kind === 'PlanetDiscovered') {
    const neighbours = told.neighbours.map((one: any) => one.id);
    planets.set(told.planet, { neighbours, coal: told.resource?.resourceType === 'COAL' });
  } else if (kind === 'RobotSpawned') {
    const { id, planet, energy, inventory } = told.robot;
    robots.set(id, { planet: planet.planetId, energy, coal: 0, storage: inventory.maxStorage });
  } else if (kind === 'RobotsRevealed') {
    // once a round: whoever is missing is gone
    const mine = told.robots.filter((one: any) => one.playerNotion === me.playerId.slice(0, 8));
    const seen = new Map<string, any>(mine.map((one: any) => [one.robotId, one]));
    for (const [id, known] of robots) {
      const now = seen.get(id);
      if (now) Object.assign(known, { planet: now.planetId, energy: now.energy });
      else robots.delete(id);
    }
  } else if (robot && kind === 'RobotMoved') {
    Object.assign(robot, { planet: told.toPlanet.id, energy: told.remainingEnergy });
  } else if (robot && kind === 'RobotRegenerated') {
    robot.energy = told.availableEnergy;
  } else if (robot && (kind === 'RobotResourceMined' || kind === 'RobotResourceRemoved')) {
    robot.coal = told.resourceInventory.COAL;
  } else if (kind === 'error') {
    console.log(told.description);
  }
}

// What it does: change this.

/** One command for every robot, and new robots as soon as there is money for them. */
async function play(): Promise<void> {
  const price = prices.get('ROBOT') ?? 100;
  const wanted = Math.min(Math.floor(money / price), ROBOTS - robots.size);
  if (wanted > 0) await command('buying', null, { itemName: 'ROBOT', itemQuantity: wanted });
  const taken = new Set<string>();
  for (const [id, robot] of robots) {
    const goal = step(robot.planet, taken);
    if (robot.coal >= robot.storage) await command('selling', id, { itemName: 'COAL', itemQuantity: robot.coal });
    else if (robot.energy < REST_AT) await command('regenerate', id);
    else if (planets.get(robot.planet)?.coal) await command('mining', id);
    else if (goal) await command('movement', id, { planetId: goal });
  }
}

/** The neighbour on the way to the nearest coal, or else to the nearest planet where nobody has been. */
function step(start: string, taken: Set<string>): string {
  const ways: [string, string][] = [[start, '']];
  const seen = new Set([start]);
  let unknown = '';
  let goal = '';
  for (const [here, first] of ways) {
    if (first && planets.get(here)?.coal) return first;
    if (!planets.has(here) && !taken.has(here) && !unknown) [unknown, goal] = [first, here];
    for (const there of planets.get(here)?.neighbours ?? []) {
      if (!seen.has(there)) ways.push([there, first || there]);
      seen.add(there);
    }
  }
  if (unknown) taken.add(goal);
  return unknown;
}

// REST

async function ask(method: string, path: string, body?: object): Promise<[number, any]> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(REST + path, { method, headers, body: JSON.stringify(body) });
  return [answer.status, await answer.json()];
}

async function register(): Promise<typeof me> {
  const query = `name=${encodeURIComponent(NAME)}&mail=${encodeURIComponent(EMAIL)}`;
  let [status, account] = await ask('GET', `/players?${query}`);
  if (status !== 200) [status, account] = await ask('POST', '/players', { name: NAME, email: EMAIL });
  if (status >= 300) throw new Error(account.message);
  return account;
}

/** Every game anew. */
async function join(): Promise<void> {
  for (const game of (await ask('GET', '/games'))[1]) {
    if (game.gameStatus !== 'created' || game.participatingPlayers.includes(NAME)) continue;
    console.log('joining', (await ask('PUT', `/games/${game.gameId}/players/${me.playerId}`))[0]);
  }
}

/** Whether a round is still played; rounds that were missed need no commands. */
async function isCurrent(number: number): Promise<boolean> {
  return (await ask('GET', '/games'))[1].some((game: any) => game.currentRoundNumber === number);
}

async function command(kind: string, robotId: string | null, fields: object = {}): Promise<void> {
  let body: object = { playerId: me.playerId, type: kind, data: { robotId, ...fields } };
  if (WIRE === 'r1') {
    const [{ gameId }] = (await ask('GET', '/games'))[1];
    const unused = { planetId: null, targetId: null, itemName: null, itemQuantity: null };
    const commandObject = { commandType: kind, ...unused, ...fields };
    body = { gameId, playerId: me.playerId, robotId, commandType: kind, commandObject };
  }
  const [status, answer] = await ask('POST', '/commands', body);
  if (status >= 300) console.log(kind, 'was refused:', answer.message);
}

// RabbitMQ, as much of AMQP 0-9-1 as it takes to read a queue

const u16 = (...numbers: number[]) => Buffer.from(numbers.flatMap((number) => [number >> 8, number & 255]));
const u32 = (number: number) => u16(number >>> 16, number & 65535);
const text = (value: string) => Buffer.concat([Buffer.from([Buffer.byteLength(value)]), Buffer.from(value)]);

function frame(kind: number, channel: number, ...parts: Buffer[]): Buffer {
  const payload = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([kind]), u16(channel), u32(payload.length), payload, Buffer.from([0xce])]);
}

/** The kind and payload of every frame that comes. */
async function* frames(broker: Socket): AsyncGenerator<[number, Buffer]> {
  let data = Buffer.alloc(0);
  for await (const chunk of broker) {
    data = Buffer.concat([data, chunk]);
    while (data.length >= 7 && data.length >= 8 + data.readUInt32BE(3)) {
      const end = 7 + data.readUInt32BE(3);
      yield [data[0], data.subarray(7, end)];
      data = data.subarray(end + 1);
    }
  }
  throw new Error('the broker is gone');
}

/** The events of a queue. One counts as read when the next one is asked for. */
async function* events(queue: string): AsyncGenerator<[string, any]> {
  const url = new URL(BROKER);
  const broker = connect(Number(url.port || 5672), url.hostname);
  broker.setTimeout(30_000, () => broker.destroy(new Error('the broker is silent')));
  const stream = frames(broker);
  const receive = async (): Promise<[number, Buffer]> => (await stream.next()).value;
  const call = async (channel: number, method: Buffer, ...expect: number[]) => {
    broker.write(frame(1, channel, method));
    while (!(await receive())[1].subarray(0, 4).equals(u16(...expect)));
  };
  try {
    broker.write(Buffer.from('AMQP\0\0\x09\x01'));
    await receive();
    const login = Buffer.from(`\0${decodeURIComponent(url.username)}\0${decodeURIComponent(url.password)}`);
    const start = [u16(10, 11, 0, 0), text('PLAIN'), u32(login.length), login, text('en_US')];
    await call(0, Buffer.concat(start), 10, 30);
    broker.write(frame(1, 0, u16(10, 31, 1), u32(131072), u16(10))); // one channel, a heartbeat of 10 s
    const host = decodeURIComponent(url.pathname.slice(1)) || '/';
    await call(0, Buffer.concat([u16(10, 40), text(host), text(''), Buffer.alloc(1)]), 10, 41);
    await call(1, Buffer.concat([u16(20, 10), text('')]), 20, 11);
    await call(1, Buffer.concat([u16(60, 20, 0), text(queue), text(''), Buffer.alloc(5)]), 60, 21);
    for (;;) {
      const [kind, payload] = await receive();
      if (kind === 8) {
        broker.write(frame(8, 0)); // a heartbeat for a heartbeat
        continue;
      }
      if (!payload.subarray(0, 4).equals(u16(60, 60))) throw new Error(`the broker closes: ${payload.subarray(7)}`);
      const tag = 5 + payload[4]; // a message: how it is delivered, its size, its body
      const key = tag + 9 + 1 + payload[tag + 9];
      const size = Number((await receive())[1].readBigUInt64BE(4));
      let body = Buffer.alloc(0);
      while (body.length < size) body = Buffer.concat([body, (await receive())[1]]);
      yield [payload.subarray(key + 1, key + 1 + payload[key]).toString(), JSON.parse(body.toString())];
      broker.write(frame(1, 1, u16(60, 80), payload.subarray(tag, tag + 8), Buffer.alloc(1)));
    }
  } finally {
    broker.destroy();
  }
}

const R1_NAMES: Record<string, string> = { 'game-status': 'GameStatus', 'round-status': 'RoundStatus' };

for (;;) {
  try {
    me = await register();
    const kept = existsSync(JOURNAL) ? readFileSync(JOURNAL, 'utf8').split('\n').filter(Boolean) : [];
    for (const line of kept) learn(...(JSON.parse(line) as [string, any]));
    await join();
    for await (const [name, told] of events(me.playerQueue)) {
      const kind = R1_NAMES[name] ?? name.replace(/IntegrationEvent$/, '');
      const fresh = kind === 'GameStatus' && told.status === 'created';
      (fresh ? writeFileSync : appendFileSync)(JOURNAL, `${JSON.stringify([kind, told])}\n`);
      learn(kind, told);
      if (kind === 'GameStatus') console.log('a game is', told.status);
      if (fresh) await join();
      if (kind === 'RoundStatus' && told.roundStatus === 'started' && (await isCurrent(told.roundNumber))) {
        await play();
        console.log(`round ${told.roundNumber}: ${robots.size} robots, ${money} money`);
      }
    }
  } catch (lost) {
    console.log('trying again:', String(lost)); // the server or the broker is away, or not there yet
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}
