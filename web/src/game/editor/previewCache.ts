/** Views of maps by their text: a list of maps asks for the same ones again and again. */
const VIEWS_MAX = 40;

/** The view of a text as `make` has it, made once; null where none can be made of it. */
export function cached<View>(make: (text: string) => View | null): (text: string) => View | null {
  const views = new Map<string, View | null>();
  return (text) => {
    let view = views.get(text);
    if (view === undefined) {
      if (views.size >= VIEWS_MAX) views.clear();
      views.set(text, (view = make(text)));
    }
    return view;
  };
}
