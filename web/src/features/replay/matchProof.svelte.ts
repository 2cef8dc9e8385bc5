/** The proof of a match's record, made in this page while it has nothing else to do. */
import type { Proof } from '../../game/rules/proof';
import type { RulesModule } from '../../game/rules/module';
import type { PlainRecord } from '../../net/types';

export type Checked =
  | { state: 'checking' }
  | { state: 'checked'; proof: Proof }
  /** it cannot be checked here: there are no rules, or the browser cannot run them, or something broke */
  | { state: 'unable'; why: 'no_rules' | 'no_browser' | 'failed'; what: string };

export interface Source {
  record: (signal: AbortSignal) => Promise<PlainRecord>;
  rules: (record: PlainRecord) => Promise<RulesModule | null>;
}

const SLICE_MS = 10; // at a time, then the page may draw and answer

/** Call it while a component is set up; `source` is null where there is nothing to prove. */
export function matchProof(source: () => Source | null): { readonly checked: Checked | null } {
  let checked = $state.raw<Checked | null>(null);
  $effect(() => {
    const from = source();
    checked = from && { state: 'checking' };
    if (!from) return;
    const stop = new AbortController();
    const idle = setTimeout(() => {
      check(from, stop.signal).then(
        (found) => {
          if (!stop.signal.aborted) checked = found;
        },
        (error: unknown) => {
          if (!stop.signal.aborted) checked = { state: 'unable', why: 'failed', what: String(error) };
        },
      );
    });
    return () => {
      clearTimeout(idle);
      stop.abort();
    };
  });
  return {
    get checked() {
      return checked;
    },
  };
}

async function check({ record, rules }: Source, signal: AbortSignal): Promise<Checked> {
  const [{ able }, { proof }] = await Promise.all([
    import('../../game/rules/able'),
    import('../../game/rules/proof'),
  ]);
  if (!able()) return { state: 'unable', why: 'no_browser', what: '' };
  const found = await record(signal),
    module = await rules(found);
  if (!module) return { state: 'unable', why: 'no_rules', what: '' };
  let since = performance.now();
  const pause = async () => {
    if (performance.now() - since < SLICE_MS) return;
    await new Promise((go) => setTimeout(go));
    signal.throwIfAborted();
    since = performance.now();
  };
  return { state: 'checked', proof: await proof(module, found, pause) };
}
