// A bot for Crafting Quest. On this machine: roundhouse play quest "cmd:node bot.mjs" random
// kit: head

const HEAVY = 80; // with more weight a unit drops its resources
const SIDE = 128; // a cell is one number, (y + 1) * SIDE + x + 1, so that around the map there is always a border
const NEAR = [-SIDE - 1, -SIDE, -SIDE + 1, -1, 1, SIDE - 1, SIDE, SIDE + 1];
let recipes = [];
let grid = []; // ? unknown, # no way, . free, * something in the ground, o dug
let waiting = -1; // actions of this turn that are not answered yet

const at = ({ x, y }) => (y + 1) * SIDE + x + 1;

function learn(cells) {
  for (const cell of cells) {
    if (cell.terrain !== 'grass' || cell.tower) grid[at(cell)] = '#';
    else if (grid[at(cell)] !== 'o') grid[at(cell)] = cell.buried?.length ? '*' : '.';
  }
}

/** The first step to the nearest cell with something in the ground or beside one that is unknown; 0 is none. */
function way(start) {
  const first = new Map([[start, 0]]);
  for (const here of first.keys()) {
    for (const there of NEAR.map((step) => here + step)) {
      if (here !== start && (grid[here] === '*' || grid[there] === '?')) return first.get(here);
      if ('.*o'.includes(grid[there]) && !first.has(there)) first.set(there, first.get(here) || there);
    }
  }
  return 0;
}

/** Take what was found, dig, craft, drop what is too much, go on; null if there is nothing to do in this turn. */
function choose(unit) {
  const { id, resources: has, found = {} } = unit;
  if (unit.frozen || 5 * unit.energy < 100 + 2 * unit.weight) return null; // what a step costs
  if (Object.keys(found).length) return { type: 'pickup', unit: id, what: found };
  if (grid[at(unit)] === '*') {
    grid[at(unit)] = 'o';
    return { type: 'dig', unit: id };
  }
  const made = recipes.find(({ use }) => Object.keys(use).every((name) => has[name] >= use[name]));
  if (made) return { type: 'craft', unit: id, ...made };
  if (unit.weight > HEAVY && Object.keys(has).length) return { type: 'drop', unit: id, what: has };
  const to = way(at(unit));
  return to && { type: 'move', unit: id, to: [(to % SIDE) - 1, Math.floor(to / SIDE) - 1] };
}

// kit: connection, hello, lines
  let units = [];
  if (message.type === 'start') {
    const { width, height, blueprints } = message.setup.settings;
    recipes = ['sword1', 'armour1'].flatMap((item) => blueprints[item].ways.map((use) => ({ item, use })));
    grid = Array(SIDE * SIDE).fill('#');
    for (let y = 0; y < height; y++) grid.fill('?', at({ x: 0, y }), at({ x: width, y }));
  } else if (message.type === 'turn') {
    waiting = 0;
    units = message.view.units;
    learn(message.view.cells);
  } else if (message.type === 'verdicts') {
    const [{ verdict, answer }] = message.verdicts;
    waiting -= 1;
    if (verdict === 'accepted' && answer?.unit) units = [{ ...answer.unit, found: answer.found }];
    learn(answer?.cells ?? []);
  } else if (message.type === 'over' || message.type === 'error') console.error(line);
  for (const action of units.map(choose).filter(Boolean)) {
    waiting += 1;
    send({ type: 'act', actions: [action] });
  }
  if (waiting === 0) {
    waiting = -1;
    send({ type: 'act', actions: [{ type: 'end_turn' }] });
  }
}
