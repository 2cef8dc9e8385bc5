/** A board of a few fields, as large as a legend wants it. */
import { stillScene, type Ctx, type Painter } from '../board/canvas';
import type { Theme } from '../board/theme';

const FULL = 300; // it is drawn large, because a small board leaves things out

/** Draws the middle of the board into a square of `size`; of the 300 pixels that the board has, `shown` are seen. */
export function drawMiddle<V>(
  painter: Pick<Painter<V, never>, 'still' | 'live'>,
  view: V,
  shown = FULL,
): (g: Ctx, theme: Theme, size: number) => void {
  const whole = { w: FULL, h: FULL },
    scene = stillScene(view);
  return (g, theme, size) => {
    g.scale(size / shown, size / shown);
    g.translate(-FULL / 2, -FULL / 2);
    painter.still(g, scene, theme, whole);
    painter.live(g, scene, theme, whole);
  };
}
