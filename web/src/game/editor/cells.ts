/** Maps whose cells are counted line by line. */
import type { Cell } from './mapEditorSpec';

export const cellOf = (map: { width: number }, { x, y }: Cell): number => y * map.width + x;
export const spotOf = (map: { width: number }, cell: number): Cell => ({
  x: cell % map.width,
  y: Math.floor(cell / map.width),
});
export const inside = (map: { width: number; height: number }, { x, y }: Cell): boolean =>
  x >= 0 && y >= 0 && x < map.width && y < map.height;
