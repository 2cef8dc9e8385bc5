/** What a seat may choose before a match, in words, by game. */
import rally from '../games/rally/words/robots';

export interface ChoiceWord {
  name: string;
  motto: string;
  ability: string;
  text: string;
  /** whether a player triggers the ability */
  active: boolean;
}

export interface ChoiceWords {
  title: string;
  of: (who: string) => string;
  words: Record<string, ChoiceWord>;
  passive: string;
  active: string;
}

const en: Record<string, ChoiceWords> = { rally: rally.en };
const de: typeof en = { rally: rally.de };

export default { en, de };
