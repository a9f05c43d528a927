/** Name of the performance mark at the first frame that shows strikes, be they the preview's or the map's. */
export const FIRST_STRIKES = 'first-strikes';

/** Sets the mark once the frame that was drawn last is on the screen, unless it is set already. */
export function markFirstStrikes(): void {
  afterFrames(1, () => {
    if (performance.getEntriesByName(FIRST_STRIKES).length === 0) performance.mark(FIRST_STRIKES);
  });
}

/** Calls `act` at the start of the frame that follows `count` further ones. */
export function afterFrames(count: number, act: () => void): void {
  requestAnimationFrame(() => (count <= 0 ? act() : afterFrames(count - 1, act)));
}
