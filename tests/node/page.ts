/** What the words of the client need of a page: an address and a store. Imported before anything else. */
const plain = <T>(value: T): T => value; // nothing here is drawn anew
Object.assign(globalThis, {
  $state: Object.assign(plain, { raw: plain }),
  location: { search: '' },
  localStorage: { getItem: () => null, setItem: () => {} },
  document: { documentElement: { lang: 'en', dataset: {} } },
  matchMedia: () => ({ matches: false, addEventListener() {} }),
});
