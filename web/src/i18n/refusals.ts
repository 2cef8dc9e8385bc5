/** Words around a refusal. Why an action is refused is said in the words of its game. */
const en = {
  ruled: (words: string, rule: string) => (rule ? `${words} (${rule})` : words),
};

const de: typeof en = {
  ruled: (words, rule) => (rule ? `${words} (${rule})` : words),
};

export default { en, de };
