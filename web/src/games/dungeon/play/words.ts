/** Orders and reasons in the visitor's language. */
import { words } from '../words';
import type { Ending, Standing } from './standing';
import { place, short, type Command, type World } from './world';

export function itemName(item: string): string {
  return words.names.articles[item] ?? item;
}

/** An article of the shop: an upgrade by its stat and level, anything else by its name. */
export function articleName(article: string): string {
  const { articles, stats, upgrade } = words.names,
    [, stat, level] = /^(.+)_(\d)$/.exec(article) ?? [];
  return articles[article] ?? (stats[stat] ? upgrade(stats[stat], Number(level)) : article);
}

/** "Planet 3·4, Coal": where a robot is and what there is, read out. */
export function placeWords(world: World, id: string): string {
  const { board, names: things } = words,
    planet = world.planets.get(id),
    name = place(planet);
  if (planet?.station) return board.station(name);
  return planet?.resource
    ? `${board.planet(name)}, ${things.resources[planet.resource]}`
    : board.planet(name);
}

/** What a robot will do, in a few words. */
export function commandWords(world: World, command: Command): string {
  const { shortCommands: verbs } = words.play,
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
  const { standingOf: said } = words.play;
  switch (standing.kind) {
    case 'goto':
      return said.goto(place(world.planets.get(standing.to)), rounds);
    case 'mine':
      return standing.at ? said.mine(place(world.planets.get(standing.at))) : said.mineAny;
    case 'follow':
      return said.follow(short(standing.robot));
    case 'repeat':
      return said.repeat(commandWords(world, standing.command));
    default:
      return said[standing.kind];
  }
}

/** Why something is not possible or failed. DUN-067 */
export function reasonWords(reason: string): string {
  return words.names.failures[reason] ?? words.play.cannot[reason] ?? reason;
}

export function endingWords(why: Ending): string {
  const { ended, endedBy } = words.play;
  return ended[why] ?? endedBy(reasonWords(why));
}
