/** The time of the server, second by second, and what is left until a moment. */

export class Clock {
  now = $state(Date.now());
  #ahead = 0;

  /** Takes the server's time from an answer that has just come. */
  set(ms: number): void {
    this.#ahead = ms - Date.now();
    this.now = ms;
  }

  /** Ticks as long as the component lives. Call it while one is set up. */
  start(): void {
    $effect(() => {
      const timer = window.setInterval(() => (this.now = Date.now() + this.#ahead), 250);
      return () => clearInterval(timer);
    });
  }
}

export function ticking(): Clock {
  const clock = new Clock();
  clock.start();
  return clock;
}

/** 1:02:03, 02:03, or with days in front of it when it is long. */
export function left(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const two = (n: number) => String(n).padStart(2, '0');
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${two(m)}:${two(s)}`;
}
