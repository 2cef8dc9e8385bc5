/** Full screen as a setting: what the browser does with it, the setting says. */
import { settings } from './settings.svelte';

export const canFill = (): boolean => document.fullscreenEnabled;

/** Follows the setting and is followed by it. Browsers refuse without a touch; then the setting stays off. */
export function fillScreen(fill: boolean): void {
  settings.fullscreen = fill;
  const done = fill ? document.documentElement.requestFullscreen() : leave();
  done.catch(() => (settings.fullscreen = document.fullscreenElement !== null));
}

function leave(): Promise<void> {
  return document.fullscreenElement ? document.exitFullscreen() : Promise.resolve();
}

/** A match whose visitor likes full screen goes there with the first touch, and the setting off when it is left. */
export function keepScreen(): () => void {
  const told = () => (settings.fullscreen = document.fullscreenElement !== null),
    touched = () => {
      if (settings.fullscreen && canFill() && !document.fullscreenElement) fillScreen(true);
    };
  document.addEventListener('fullscreenchange', told);
  document.addEventListener('pointerup', touched, { once: true });
  return () => {
    document.removeEventListener('fullscreenchange', told);
    document.removeEventListener('pointerup', touched);
  };
}
