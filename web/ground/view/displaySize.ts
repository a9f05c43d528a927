import type { Size } from './viewBox.ts';

/** Size of the page on this device's screen. */
export const displaySize = (): Size => ({ width: window.innerWidth, height: window.innerHeight });
