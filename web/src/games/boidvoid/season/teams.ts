/** Teams of a season's game while they are put together. BOI-015 to BOI-020 */
import type { NewSeasonSeat, SeasonGameInfo, SeasonRole } from '../../../net/types';

export const ROLES: readonly SeasonRole[] = ['leader', 'vice_leader', 'trooper'];
export const TEAMS_MAX = 8;

export type Seat = Required<NewSeasonSeat>;
export type Teams = readonly (readonly Seat[])[];

export const teamsOf = (game: SeasonGameInfo): Teams =>
  game.teams.map((team) => team.map(({ player, role }) => ({ player: player.name, role })));

export const isIn = (teams: Teams, name: string): boolean =>
  teams.some((team) => team.some(({ player }) => player.toLowerCase() === name.toLowerCase()));

/** The first of a team leads it, the second is the vice-leader; whoever comes later is a trooper. */
export function join(teams: Teams, team: number, player: string): Teams {
  const has = (role: SeasonRole) => teams[team].some((seat) => seat.role === role),
    role = !has('leader') ? 'leader' : !has('vice_leader') ? 'vice_leader' : 'trooper';
  return teams.map((seats, n) => (n === team ? [...seats, { player, role }] : seats));
}

export const leave = (teams: Teams, team: number, player: string): Teams =>
  teams.map((seats, n) => (n === team ? seats.filter((seat) => seat.player !== player) : seats));

/** There is one leader and one vice-leader: who had the role before gets the one the player had. */
export function give(teams: Teams, team: number, player: string, role: SeasonRole): Teams {
  const had = teams[team].find((seat) => seat.player === player)?.role ?? 'trooper';
  return teams.map((seats, n) =>
    n !== team
      ? seats
      : seats.map((seat) => {
          if (seat.player === player) return { ...seat, role };
          return role !== 'trooper' && seat.role === role ? { ...seat, role: had } : seat;
        }),
  );
}

/** Somebody else in the place and role of a player. */
export const swap = (teams: Teams, player: string, by: string): Teams =>
  teams.map((seats) => seats.map((seat) => (seat.player === player ? { ...seat, player: by } : seat)));

export type TeamProblem = {
  code: 'few_teams' | 'uneven' | 'no_leader' | 'no_vice_leader';
  team: number;
  hard: boolean;
};

export function teamProblems(teams: Teams): TeamProblem[] {
  const found: TeamProblem[] = [];
  if (teams.filter((team) => team.length).length < 2) found.push({ code: 'few_teams', team: 0, hard: true });
  if (new Set(teams.flatMap((team) => team.length || [])).size > 1)
    found.push({ code: 'uneven', team: 0, hard: true });
  teams.forEach((team, n) => {
    const has = (role: SeasonRole) => team.some((seat) => seat.role === role);
    if (team.length && !has('leader')) found.push({ code: 'no_leader', team: n + 1, hard: true });
    else if (team.length && !has('vice_leader'))
      found.push({ code: 'no_vice_leader', team: n + 1, hard: false });
  });
  return found;
}
