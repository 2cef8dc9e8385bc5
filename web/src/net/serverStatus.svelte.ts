/** Whether the server answers; while it does not, it is asked again until it does. */
import { watchServer } from './api';

class Server {
  away = $state(false);
  /** Counts how often the server came back, so that pages can ask again. */
  returned = $state(0);
}

export const server = new Server();

let asking = 0;

async function askAgain(): Promise<void> {
  asking = 0;
  try {
    const response = await fetch('/health', { cache: 'no-store' });
    if (response.ok) {
      server.away = false;
      server.returned += 1;
      return;
    }
  } catch {
    // still away
  }
  plan();
}

function plan(): void {
  if (asking === 0) asking = window.setTimeout(() => void askAgain(), 2000);
}

watchServer((away) => {
  if (away && !server.away) {
    server.away = true;
    plan();
  } else if (!away && server.away) {
    clearTimeout(asking);
    asking = 0;
    server.away = false;
    server.returned += 1;
  }
});
