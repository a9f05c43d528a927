/**
 * A page's first script: sums in `window.shifted` the layout shifts that move the map's frame or its preview, and with
 * them strikes. Texts beside them may come and go.
 */
export const watchFrameShifts = `window.shifted = 0; new PerformanceObserver((list) => {
  const frames = [...document.querySelectorAll('[data-map-frame], #preview')];
  const ofFrame = ({ node }) => node && frames.some((frame) => node.contains(frame) || frame.contains(node));
  for (const entry of list.getEntries()) if (entry.sources.some(ofFrame)) window.shifted += entry.value;
}).observe({ type: 'layout-shift', buffered: true });`;
