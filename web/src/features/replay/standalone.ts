/** A replay in a file of its own: the frames lie in the page, and nothing is asked from anywhere. */
import { mount } from 'svelte';
import type { Description } from '../../game/rules/description';
import { bytesOf } from '../../game/rules/beliefs';
import { RulesModule } from '../../game/rules/module';
import type { Analysis, Frames, PlainRecord, RemarkPage } from '../../net/types';
import '../../styles/tokens.css';
import '../../styles/base.css';
import StandaloneReplay from './StandaloneReplay.svelte';

function embedded<T>(id: string): T | null {
  const text = document.getElementById(id)?.textContent?.trim();
  return text ? (JSON.parse(text) as T) : null;
}

/** The rules that lie in the page, packed; null where it was made without. */
async function rules(): Promise<RulesModule | null> {
  const found = embedded<{ code: string; description: Description }>('rules');
  if (!found) return null;
  const code = new Blob([bytesOf(found.code)]).stream().pipeThrough(new DecompressionStream('gzip'));
  return RulesModule.of(await WebAssembly.compile(await new Response(code).arrayBuffer()), found.description);
}

const record = embedded<PlainRecord>('record');
const data = embedded<Frames>('frames');
if (data)
  mount(StandaloneReplay, {
    target: document.getElementById('app') ?? document.body,
    props: {
      data,
      analysis: embedded<Analysis>('analysis'),
      proof: record && { record: async () => record, rules },
      remarks: embedded<RemarkPage>('remarks')?.remarks ?? [],
    },
  });
