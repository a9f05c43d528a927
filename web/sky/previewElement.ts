/** A sibling of the application's element, so that React never touches it. */
export const PREVIEW_ID = 'preview';
/** Marks the map's element, in the first HTML and later in the map screen. */
export const FRAME_ATTRIBUTE = 'data-map-frame';

export function previewElement(): HTMLElement | null {
  return document.getElementById(PREVIEW_ID);
}

export function endPreview(): void {
  previewElement()?.remove();
}

/** Performance mark of the first frame with strikes, the preview's or the map's. */
export const FIRST_STRIKES = 'first-strikes';

/** Sets the mark once the last rendered frame is on the screen, unless it is set already. */
export function markFirstStrikes(): void {
  afterFrames(1, () => {
    if (performance.getEntriesByName(FIRST_STRIKES).length === 0) performance.mark(FIRST_STRIKES);
  });
}

/** Calls `act` at the start of the frame after `count` further ones. */
export function afterFrames(count: number, act: () => void): void {
  requestAnimationFrame(() => (count <= 0 ? act() : afterFrames(count - 1, act)));
}
