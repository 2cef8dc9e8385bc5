/** What the boards of several games have alike, as the tests ask for it: a turn as a film, and the overview. */
interface Beat {
  event: number;
  begins: number;
  lasts: number;
}

interface Film {
  span: number;
  beats: Beat[];
}

interface Overview {
  x: number;
  y: number;
  w: number;
  h: number;
  look: (x: number, y: number) => unknown;
}

export const filmOf = <Event, Made extends Film>(
  events: Event[],
  made: Made,
  isFilm: (events: Event[]) => boolean,
  seenAt: (made: Made, part: number) => unknown,
) => ({
  span: made.span,
  shown: isFilm(events),
  beats: made.beats.map(({ event, begins, lasts }) => ({ event, begins, lasts })),
  seen: [0, 0.25, 0.5, 0.75, 1].map((part) => seenAt(made, part)),
});

/** The overview, and the places on the board of its corners and its middle. */
export const overviewOf = (map: Overview | null) => {
  if (!map) return null;
  const { x, y, w, h } = map;
  return { x, y, w, h, looks: [map.look(x, y), map.look(x + w, y + h), map.look(x + w / 2, y + h / 2)] };
};
