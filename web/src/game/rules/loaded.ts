/** The modules of rules that the server has, loaded when a page first needs one. */
import { api } from '../../net/api';
import type { RulesFiles } from '../../net/types';
import { able } from './able';
import type { Description } from './description';
import { RulesModule } from './module';

const lists = new Map<string, Promise<RulesFiles[]>>();
const codes = new Map<string, Promise<[WebAssembly.Module, Description]>>();

function once<T>(kept: Map<string, Promise<T>>, key: string, ask: () => Promise<T>): Promise<T> {
  let found = kept.get(key);
  if (!found) {
    kept.set(key, (found = ask()));
    found.catch(() => kept.delete(key)); // another time it may work
  }
  return found;
}

/** The rules of a game for states of this layout, in a memory of their own; null where the server has none or the
 * browser cannot run them: then it is asked. */
export async function rulesFor(game: string, layout: string): Promise<RulesModule | null> {
  if (!able()) return null;
  const files = await once(lists, game, () => api.rulesFiles(game)),
    found = files.find((one) => one.layout === layout);
  if (!found) return null;
  const [code, description] = await once(codes, found.code, () => fetched(found));
  return RulesModule.of(code, description);
}

async function fetched({ code, description }: RulesFiles): Promise<[WebAssembly.Module, Description]> {
  const [bytes, text] = await Promise.all([fetch(code), fetch(description)]);
  if (!bytes.ok || !text.ok) throw new Error('the rules could not be loaded');
  return [await WebAssembly.compile(await bytes.arrayBuffer()), (await text.json()) as Description];
}
