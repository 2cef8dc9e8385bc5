/** One connection that says when something a page shows has changed, so that the page asks again. */
import type { FromServer, Hello } from './types';

export type Topic = 'tables' | 'matches' | 'me' | 'event';

const listeners = new Map<Topic, Set<() => void>>();
let socket: WebSocket | null = null;
let retry = 0;
let waits = 0;
let stopped = true;
let welcomed = false;

/** Whether news arrive; pages ask by the clock while they do not. */
export function hasNews(): boolean {
  return welcomed && socket?.readyState === WebSocket.OPEN;
}

export function onNews(topics: readonly Topic[], told: () => void): () => void {
  for (const topic of topics) {
    if (!listeners.has(topic)) listeners.set(topic, new Set());
    listeners.get(topic)!.add(told);
  }
  return () => topics.forEach((topic) => listeners.get(topic)?.delete(told));
}

function tell(topics: readonly string[]): void {
  for (const topic of topics) listeners.get(topic as Topic)?.forEach((told) => told());
}

/** Connects anew, after signing in or out too: the server tells each player different things. */
export function startNews(signedIn: boolean): void {
  stopNews();
  stopped = false;
  const url = new URL('/ws', location.href);
  url.protocol = url.protocol.replace('http', 'ws');
  const mine = new WebSocket(url);
  socket = mine;
  mine.onopen = () => {
    const hello: Hello & { type: 'hello' } = {
      type: 'hello',
      version: 1,
      role: signedIn ? 'person' : 'spectator',
    };
    mine.send(JSON.stringify(hello));
  };
  mine.onmessage = (e: MessageEvent<string>) => {
    const message = JSON.parse(e.data) as FromServer;
    if (message.type === 'news') tell(message.topics);
    else if (message.type === 'welcome') {
      welcomed = true;
      waits = 0;
      tell(['tables', 'matches', 'me', 'event']); // something may have happened since the page asked
    }
  };
  mine.onclose = () => {
    if (stopped || socket !== mine) return;
    waits += 1;
    const delay = Math.min(20_000, 800 * 2 ** waits) * (0.7 + Math.random() * 0.6);
    retry = window.setTimeout(() => startNews(signedIn), delay);
  };
}

export function stopNews(): void {
  stopped = true;
  welcomed = false;
  clearTimeout(retry);
  const old = socket;
  socket = null;
  old?.close();
}
