/** What the parts of a panel share: fixed members beside ones that a component derives. */

/** Makes such an object; `derived` are read anew each time, so that whoever reads them follows their changes. */
export const contextOf =
  <C extends object>() =>
  <K extends keyof C>(derived: { [P in K]: () => C[P] }, fixed: Omit<C, K>): C =>
    Object.defineProperties(
      fixed,
      Object.fromEntries(Object.entries(derived).map(([key, get]) => [key, { get: get as () => unknown }])),
    ) as C;
