/**
 * A page's first script: sums in `window.shifted` the layout shifts that move the map's frame, its preview or a canvas,
 * and with them strikes. Texts next to and on the map may come and go.
 */
export const watchFrameShifts = `window.shifted = 0; new PerformanceObserver((list) => {
  const frames = [...document.querySelectorAll('[data-map-frame], #preview')];
  const ofFrame = ({ node }) => node && (node.nodeName === 'CANVAS' || frames.some((frame) => node.contains(frame)));
  for (const entry of list.getEntries()) if (entry.sources.some(ofFrame)) window.shifted += entry.value;
}).observe({ type: 'layout-shift', buffered: true });`;
