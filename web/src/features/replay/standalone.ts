/** A replay in a file of its own: the frames lie in the page, and nothing is asked from anywhere. */
import { mount } from 'svelte';
import type { Analysis, Frames, RemarkPage } from '../../net/types';
import '../../styles/tokens.css';
import '../../styles/base.css';
import StandaloneReplay from './StandaloneReplay.svelte';

function embedded<T>(id: string): T | null {
  const text = document.getElementById(id)?.textContent?.trim();
  return text ? (JSON.parse(text) as T) : null;
}

const data = embedded<Frames>('frames');
if (data)
  mount(StandaloneReplay, {
    target: document.getElementById('app') ?? document.body,
    props: {
      data,
      analysis: embedded<Analysis>('analysis'),
      remarks: embedded<RemarkPage>('remarks')?.remarks ?? [],
    },
  });
