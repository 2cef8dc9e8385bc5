/** The five robots: name, motto and ability. RAL-006 to RAL-011 */
import type { ChoiceWords } from '../../../game/contract';

const en: ChoiceWords = {
  title: 'Your robot',
  of: (who: string) => `Robot of ${who}`,
  words: {
    tanky: {
      name: 'Tanky',
      motto: 'C’mon! Shoot me!',
      ability: 'Regeneration',
      text: 'A sturdy fellow. Loses one damage point at the end of every round.',
      active: false,
    },
    james: {
      name: 'James Bot',
      motto: 'Version 0.07. Takes his oil shaken, not stirred.',
      ability: 'Double laser',
      text: 'An excellent shot. Each hit of his laser gives two damage points.',
      active: false,
    },
    lazy: {
      name: 'LazyBot',
      motto: 'He’s a chilling machine!',
      ability: 'Pause',
      text: 'Takes things easy. Once per round a slot may hold a pause instead of a command.',
      active: true,
    },
    albot: {
      name: 'Albot',
      motto: 'E=mc²',
      ability: 'New commands',
      text: 'The cleverest of all. Once per round the commands may be exchanged for new ones.',
      active: true,
    },
    peach: {
      name: 'Peach',
      motto: 'Mirror, Mirror on the wall...',
      ability: 'Mirror',
      text: 'Dangerous to shoot at: a laser that hits it in the back hurts whoever fired.',
      active: false,
    },
  },
  passive: 'always on',
  active: 'you trigger it',
};

const de: typeof en = {
  title: 'Dein Roboter',
  of: (who) => `Roboter von ${who}`,
  words: {
    tanky: {
      ...en.words.tanky,
      ability: 'Regenerierung',
      text: 'Ein robuster Typ. Verliert am Ende jeder Runde einen Schadenspunkt.',
    },
    james: {
      ...en.words.james,
      ability: 'Doppellaser',
      text: 'Ein hervorragender Schütze. Jeder Treffer gibt zwei Schadenspunkte.',
    },
    lazy: {
      ...en.words.lazy,
      ability: 'Pause',
      text: 'Einer von der gemütlichen Sorte. Einmal je Runde darf ein Slot statt eines Befehls eine Pause halten.',
    },
    albot: {
      ...en.words.albot,
      ability: 'Bewegungsbefehle erneuern',
      text: 'Der klügste von allen. Einmal je Runde dürfen die Befehle gegen neue getauscht werden.',
    },
    peach: {
      ...en.words.peach,
      ability: 'Spiegel',
      text: 'Wer auf ihn schießt, lebt gefährlich: Ein Laser in den Rücken schadet dem Schützen.',
    },
  },
  passive: 'wirkt immer',
  active: 'löst du selbst aus',
};

export default { en, de };
