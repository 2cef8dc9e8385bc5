/** The battle of Spacegoo in numbers, for the help page: GOO-050 to GOO-055. */
export type Ships = [number, number, number];

/** By (defending kind − attacking kind) mod 3: the same kind, the kind it beats, the kind that beats it. */
export const SHARE = [0.1, 0.25, 0.01] as const;
export const LEAST = [1, 2, 1] as const;

const sum = (ships: Ships) => ships[0] + ships[1] + ships[2];

/** What is left of the defender after one volley of the attacker. */
export function volley(attacker: Ships, defender: Ships): Ships {
  return defender.map((count, kind) => {
    let left = count;
    for (let attacking = 0; attacking < 3; attacking++) {
      const which = (kind - attacking + 3) % 3;
      left -= Math.max(attacker[attacking] * SHARE[which], attacker[attacking] > 0 ? LEAST[which] : 0);
    }
    return Math.max(0, left);
  }) as Ships;
}

export interface Battle {
  /** both sides before the first and after every battle round, not yet cut to whole ships */
  rounds: [Ships, Ships][];
  left: [Ships, Ships];
}

export function battle(one: Ships, two: Ships): Battle {
  const rounds: [Ships, Ships][] = [[one, two]];
  while (sum(one) > 0 && sum(two) > 0) {
    [one, two] = [volley(two, one), volley(one, two)];
    rounds.push([one, two]);
  }
  const cut = (ships: Ships) => ships.map(Math.trunc) as Ships;
  return { rounds, left: [cut(one), cut(two)] };
}
