/** Orders and reasons in the visitor's language. */
import { say } from '../../../i18n';
import type { Ending, Standing } from './standing';
import { place, short, type Command, type World } from './world';

export function itemName(item: string): string {
  return say.dungeon.things.articles[item] ?? item;
}

/** An article of the shop: an upgrade by its stat and level, anything else by its name. */
export function articleName(article: string): string {
  const { articles, stats, upgrade } = say.dungeon.things,
    [, stat, level] = /^(.+)_(\d)$/.exec(article) ?? [];
  return articles[article] ?? (stats[stat] ? upgrade(stats[stat], Number(level)) : article);
}

/** "Planet 3·4, Coal": where a robot is and what there is, read out. */
export function placeWords(world: World, id: string): string {
  const { board, things } = say.dungeon,
    planet = world.planets.get(id),
    name = place(planet);
  if (planet?.station) return board.station(name);
  return planet?.resource
    ? `${board.planet(name)}, ${things.resources[planet.resource]}`
    : board.planet(name);
}

/** What a robot will do, in a few words. */
export function commandWords(world: World, command: Command): string {
  const { shortCommands: verbs } = say.dungeon.play,
    verb = verbs[command.type] ?? command.type;
  switch (command.type) {
    case 'movement':
      return `${verb} ${place(world.planets.get(command.planet))}`;
    case 'battle':
      return `${verb} ${short(command.target)}`;
    case 'battleItemUse':
      return `${verb} ${itemName(command.item)}`;
    case 'buying':
      return `${verb} ${articleName(command.article)}`;
    default:
      return verb;
  }
}

export function standingWords(world: World, standing: Standing, rounds = 0): string {
  const { standingOf: words } = say.dungeon.play;
  switch (standing.kind) {
    case 'goto':
      return words.goto(place(world.planets.get(standing.to)), rounds);
    case 'mine':
      return standing.at ? words.mine(place(world.planets.get(standing.at))) : words.mineAny;
    case 'follow':
      return words.follow(short(standing.robot));
    case 'repeat':
      return words.repeat(commandWords(world, standing.command));
    default:
      return words[standing.kind];
  }
}

/** Why something is not possible or failed. DUN-067 */
export function reasonWords(reason: string): string {
  return say.dungeon.things.failures[reason] ?? say.dungeon.play.cannot[reason] ?? reason;
}

export function endingWords(why: Ending): string {
  const { ended, endedBy } = say.dungeon.play;
  return ended[why] ?? endedBy(reasonWords(why));
}
