/** Short sentences about what just happened, said once and gone by themselves. */
import { untrack } from 'svelte';

export interface Toast {
  id: number;
  text: string;
  kind: 'plain' | 'good' | 'bad';
}

export const toasts: Toast[] = $state([]);
let last = 0;

export function toast(text: string, kind: Toast['kind'] = 'plain'): void {
  const id = ++last;
  untrack(() => toasts.push({ id, text, kind })); // an effect that tells something must not follow the list
  setTimeout(() => dismiss(id), kind === 'bad' ? 9000 : 5000);
}

export function dismiss(id: number): void {
  const at = toasts.findIndex((one) => one.id === id);
  if (at >= 0) toasts.splice(at, 1);
}
