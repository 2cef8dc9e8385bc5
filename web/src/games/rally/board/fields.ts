/** What every field is and does, in a sentence: the descriptions of RAL-249. */
import { words } from '../words';
import type { RallyView } from '../../../net/types';
import type { Names, PieceCard } from '../../../game/contract';
import { beamEnd, DIRS, fieldAt, floorOf, STEP, wallAt, type Cell, type Field } from './model';

const FACINGS = 'NESW';

export function fieldCard(view: RallyView, [x, y]: Cell, names: Names): PieceCard | null {
  const floor = floorOf(view),
    field = fieldAt(floor, x, y),
    w = words.board.fields;
  if (!field) return null;
  const rows: [string, string][] = [];
  for (const dir of DIRS) {
    const wall = wallAt(floor, x, y, dir);
    if (!wall) continue;
    const side = w.sides[FACINGS[dir]];
    if (wall.laser === null) rows.push([`${w.wall} ${side}`, w.wallNote]);
    else
      rows.push([
        `${w.laser} ${side}`,
        `${w.firesTo(words.board.facings[FACINGS[wall.laser]])}; ${w.wallNote}`,
      ]);
  }
  if (beamed(view, x, y)) rows.push([w.beam, w.laserNote]);
  const backups = view.robots.filter((robot) => robot.backup.cell[0] === x && robot.backup.cell[1] === y);
  if (backups.length)
    rows.push([w.backupOf, backups.map((robot) => names[robot.seat] ?? robot.name).join(', ')]);
  return { seat: 0, at: words.board.place(x + 1, y + 1), ...said(field, view.board.checkpoints), rows };
}

/** Title and description of a field alone. */
export function said(field: Field, checkpoints: number): { title: string; note: string } {
  const w = words.board.fields;
  switch (field.kind) {
    case 'repair':
      return w.repair[field.amount - 1];
    case 'gear':
      return field.turn > 0 ? w.gear.right : w.gear.left;
    case 'belt': {
      const carries = w.carries(field.fast ? 2 : 1, words.board.facings[FACINGS[field.to]]),
        title = field.fast ? w.fast : w.slow;
      return field.curved
        ? { title: `${title}, ${w.curve}`, note: `${carries} ${w.turns}` }
        : { title, note: carries };
    }
    case 'checkpoint': {
      const last = field.n === checkpoints ? ` ${w.lastWins}` : '';
      return { title: w.checkpoint(field.n), note: w.tickOff(field.n) + last };
    }
    case 'start':
      return { title: w.start(field.n), note: w.startNote };
    default:
      return w[field.kind];
  }
}

/** Whether the beam of a field laser crosses a cell. RAL-126 */
function beamed(view: RallyView, x: number, y: number): boolean {
  const floor = floorOf(view);
  return floor.lasers.some((laser) => {
    const [dx, dy] = STEP[laser.dir],
      [ex, ey] = beamEnd(floor, laser),
      within = (at: number, a: number, b: number) => at >= Math.min(a, b) && at <= Math.max(a, b);
    return (
      (dx ? y === laser.y : x === laser.x) && within(x, laser.x, ex) && within(y, laser.y, ey) && (dx || dy)
    );
  });
}
