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
