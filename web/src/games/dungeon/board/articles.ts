/** What can be mined, bought and raised in the Dungeon, as the server calls it. DUN-109 to DUN-114 */
export const RESOURCES = ['coal', 'iron', 'gem', 'gold', 'platin'] as const;
export const STATS = [
  'STORAGE',
  'HEALTH',
  'DAMAGE',
  'MINING_SPEED',
  'MINING',
  'MAX_ENERGY',
  'ENERGY_REGEN',
] as const;
export const ITEMS = [
  'ROCKET',
  'WORMHOLE',
  'LONG_RANGE_BOMBARDMENT',
  'SELF_DESTRUCTION',
  'REPAIR_SWARM',
  'NUKE',
] as const;
