/** Fleets as darts that tow the signs of what they carry. */
import { arrowHead, type Ctx, type Scene } from '../../../game/board/canvas';
import { alpha, type Theme } from '../../../game/board/theme';
import type { SpacegooEvent, SpacegooFleetView, SpacegooView } from '../../../net/types';
import { kindSign } from './kinds';
import { beads, dart, type Bead, type Dart, type Layout } from './layout';

/** Fleets are seen to arrive before their planet shows what came of it. */
export const LANDED = 0.8;

export interface DrawnFleet {
  fleet: SpacegooFleetView;
  dart: Dart;
  beads: Bead[];
  opacity: number;
}

/** All fleets of a picture: those of the view, and those that have landed on the way to it. */
export function fleetsOf(
  { view, before, part }: Pick<Scene<SpacegooView, SpacegooEvent>, 'view' | 'before' | 'part'>,
  at: Layout,
  small: boolean,
): DrawnFleet[] {
  const old = new Set(before?.fleets.map((fleet) => fleet.id)),
    now = new Set(view.fleets.map((fleet) => fleet.id)),
    landed = before && part < 1 ? before.fleets.filter(({ id }) => !now.has(id)) : [],
    round = before ? before.round + (view.round - before.round) * part : view.round;
  const one = (fleet: SpacegooFleetView, opacity: number): DrawnFleet => {
    const d = dart(fleet, view, at, round, small);
    return { fleet, dart: d, beads: small ? [] : beads(fleet, d), opacity };
  };
  return [
    ...view.fleets.map((fleet) => one(fleet, old.has(fleet.id) || part === 1 ? 1 : part)),
    ...landed.map((fleet) => one(fleet, part < LANDED ? 1 : (1 - part) / (1 - LANDED))),
  ];
}

export function drawFleet(
  g: Ctx,
  theme: Theme,
  { fleet, dart: d, beads: towed, opacity }: DrawnFleet,
  at: Layout,
  small: boolean,
): void {
  const color = theme.players[fleet.owner_id],
    tail = Math.min(d.tail, at.unit * 2.6),
    [cos, sin] = [Math.cos(d.angle), Math.sin(d.angle)];
  g.globalAlpha = opacity;
  const trail = g.createLinearGradient(d.x, d.y, d.x - cos * tail, d.y - sin * tail);
  trail.addColorStop(0, alpha(color, 0.75));
  trail.addColorStop(1, alpha(color, 0));
  g.strokeStyle = trail;
  g.lineWidth = d.r * 0.7;
  g.lineCap = 'round';
  g.beginPath();
  g.moveTo(d.x, d.y);
  g.lineTo(d.x - cos * tail, d.y - sin * tail);
  g.stroke();
  for (const { kind, x, y, r } of towed) kindSign(g, theme, kind, x, y, r);
  arrowHead(g, d.x, d.y, d.angle, d.r + (small ? 0.8 : 1.5));
  g.fillStyle = theme.bg;
  g.fill();
  arrowHead(g, d.x, d.y, d.angle, d.r);
  g.fillStyle = color;
  g.fill();
  g.globalAlpha = 1;
}
