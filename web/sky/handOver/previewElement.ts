/** Id of the element that the preview draws in: a sibling of the application's, so that React never touches it. */
export const PREVIEW_ID = 'preview';
/** Marks the element that the map fills, in the page's first HTML and later in the map screen. */
export const FRAME_ATTRIBUTE = 'data-map-frame';

/** The preview, as long as the page shows it. */
export function previewElement(): HTMLElement | null {
  return document.getElementById(PREVIEW_ID);
}

/** Takes the preview away; the page's own map is to be seen from the next frame on. */
export function endPreview(): void {
  previewElement()?.remove();
}

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
