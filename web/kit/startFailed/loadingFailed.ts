/** Takes "Loading…" out of prerendered HTML that no application will ever take over. */
export function loadingFailed(root: HTMLElement): void {
  root.querySelector('[data-loading]')?.replaceChildren();
  root.querySelector('[data-map-frame]')?.setAttribute('data-map-frame', 'missing');
}
