import { displaySize, parseMapQuery, savedView, wallScale } from '#web/ground/view/mapQuery.ts';
import { isNight } from '#web/kit/browser/isNight.ts';
import { preloadModules } from '#web/kit/browser/loadChunks.ts';
import { reportStartFailed } from '#web/kit/browser/reportStartFailed.ts';
import { dateTimeFormat } from '#web/kit/i18n/dateTimeFormat.ts';
import type { Locale } from '#web/kit/i18n/locales.ts';
import { type CachedSky, loadSky } from '#web/sky/CachedSky.ts';
import { afterFrames, FRAME_ATTRIBUTE, markFirstStrikes, previewElement } from '#web/sky/previewElement.ts';
import { spanText } from '#web/sky/timeText.ts';
import { drawLand, drawStrikes, type PreviewMapView, previewView } from './drawPreview.ts';
import { fetchSky, type SkyPart } from './fetchSky.ts';

/**
 * The map page's first script: draws land and strikes where the map will be, before the map's program has loaded. It
 * ends when that program removes its element, and follows the map's frame until then.
 */

/** How long the map's program waits for slices at most. */
const MOST_HEAD_START_MS = 1_500;

const preview = previewElement();
const app = document.getElementById('app');
if (app) reportEntryFailure(app);
if (preview && app) begin(preview, app);

function begin(element: HTMLElement, root: HTMLElement): void {
  const query = parseMapQuery(window.location.search);
  const look = { theme: query.theme, iconScale: query.wall ? wallScale(displaySize()) : 1 };
  const past = new URLSearchParams(window.location.search).has('t');
  const parts: SkyPart[] = [];
  let cachedSky: CachedSky | undefined;
  const land = document.createElement('canvas');
  const strikes = document.createElement('canvas');
  let view: PreviewMapView | undefined;

  if (query.wall) document.documentElement.dataset.wall = '';
  element.dataset.theme = query.theme;
  element.dataset.wall = String(query.wall);
  element.dataset.night = String(isNight(Date.now(), query.night));
  element.prepend(land, strikes);

  const drawParts = () => {
    if (!element.isConnected || !view) return;
    if (parts.length === 0) return renderCached(view);
    delete element.dataset.kept;
    if (parts.some(({ simulated }) => simulated)) element.dataset.source = 'simulated';
    const nowMs = Math.max(...parts.map((part) => part.nowMs));
    const sky = { parts: parts.map(({ columns }) => columns), nowMs, endMs: nowMs, windowMs: query.windowMs };
    write(element, clockOf(nowMs));
    const pen = penOn(strikes, view);
    if (pen && drawStrikes(pen, view, sky, look) > 0) markFirstStrikes();
  };
  // Never as live data: with its age, and marked as offline.
  const renderCached = (previewMapView: PreviewMapView) => {
    if (!cachedSky) return;
    const nowMs = Date.now() + cachedSky.clockOffsetMs;
    const endMs = cachedSky.knownUntilMs;
    element.dataset.kept = '';
    if (cachedSky.simulated) element.dataset.source = 'simulated';
    const { lang } = document.documentElement;
    write(element, `${clockOf(endMs)} (−${spanText(nowMs - endMs, lang)})`);
    const pen = penOn(strikes, previewMapView);
    if (
      pen &&
      drawStrikes(pen, previewMapView, { parts: [cachedSky.columns], nowMs, endMs, windowMs: query.windowMs }, look) > 0
    )
      markFirstStrikes();
  };
  const drawAll = () => {
    const pen = view && penOn(land, view);
    if (view && pen) drawLand(pen, view, query.theme);
    drawParts();
  };
  const follow = () => {
    const frame = element.isConnected && document.querySelector(`[${FRAME_ATTRIBUTE}]`);
    element.hidden = !frame;
    if (!element.isConnected) stop();
    if (!frame) return;
    const box = place(element, frame);
    if (view?.width === box.width && view.height === box.height) return;
    view = previewView({ ...query, savedView: savedView() }, box, displaySize());
    requestAnimationFrame(drawAll);
  };
  const stop = followChanges(follow);

  follow();
  if (!view) {
    showOwnLetters();
    return;
  }
  window.previewedSlices = new Map();
  const fetched = fetchSky(view, query.windowMs, {
    fetch: (path, init) => fetch(path, init),
    deviceMs: Date.now,
    pageMs: () => performance.now(),
    slices: window.previewedSlices,
    onPart: (part) => {
      // An address with a moment is not about now, so only the land is drawn.
      if (!past && parts.push(part) > 0) requestAnimationFrame(drawParts);
    },
  });
  // The first format of a page is slow: it runs in a separate task, while slices load.
  setTimeout(() => clockOf(Date.now()));
  const recall = async () => {
    if (past || parts.length > 0) return;
    cachedSky = await loadSky(Date.now());
    if (cachedSky) requestAnimationFrame(drawParts);
  };
  const restored = navigator.onLine ? fetched.then(recall) : recall();
  const timeout = new Promise<void>((resolve) => setTimeout(resolve, MOST_HEAD_START_MS));
  const visible = restored.then(() => new Promise<void>((resolve) => afterFrames(1, resolve)));
  window.previewVisible = Promise.race([visible, timeout]);
  window.previewVisible.then(showOwnLetters);
  // After the slices, which are small, so that the network is not idle meanwhile.
  preloadModules(root);
}

/** The site's font is as large as a slice or two, so it waits for them: `web/kit/components/base.css`. */
function showOwnLetters(): void {
  delete document.documentElement.dataset.letters;
}

function write(element: HTMLElement, when: string): void {
  const at = element.querySelector('[data-at]');
  if (at) at.textContent = when;
}

function clockOf(atMs: number): string {
  const { lang } = document.documentElement;
  return dateTimeFormat(lang, { hour: '2-digit', minute: '2-digit' }).format(atMs);
}

/** Calls `follow` when the frame may have moved or been replaced. Returns a function that stops this. */
function followChanges(follow: () => void): () => void {
  let due: number | undefined;
  // Once a frame at most: React changes the page often in between, and each measurement forces a layout.
  const soon = () => {
    due ??= requestAnimationFrame(() => {
      due = undefined;
      follow();
    });
  };
  const changes = new MutationObserver(soon);
  const sizes = new ResizeObserver(soon);
  changes.observe(document.body, { childList: true, subtree: true, attributeFilter: [FRAME_ATTRIBUTE] });
  sizes.observe(document.body);
  window.addEventListener('resize', soon);
  return () => {
    if (due !== undefined) cancelAnimationFrame(due);
    changes.disconnect();
    sizes.disconnect();
    window.removeEventListener('resize', soon);
  };
}

function place(element: HTMLElement, frame: Element): { width: number; height: number } {
  const { left, top, width, height } = frame.getBoundingClientRect();
  const { style } = element;
  style.left = `${left + window.scrollX}px`;
  style.top = `${top + window.scrollY}px`;
  style.width = `${width}px`;
  style.height = `${height}px`;
  element.dataset.frame = frame.getAttribute(FRAME_ATTRIBUTE) ?? '';
  return { width, height };
}

/** Returns a 2D context in CSS pixels, on a canvas as sharp as the screen. */
function penOn(canvas: HTMLCanvasElement, view: PreviewMapView): CanvasRenderingContext2D | null {
  const ratio = window.devicePixelRatio;
  canvas.width = Math.round(view.width * ratio);
  canvas.height = Math.round(view.height * ratio);
  const pen = canvas.getContext('2d');
  pen?.scale(ratio, ratio);
  return pen;
}

/** Reports that the page's program did not load: when its script fails, or after the load event if it never ran. */
function reportEntryFailure(root: HTMLElement): void {
  const { documentElement } = document;
  let isReported = false;
  const setTexts = () => {
    if (isReported || documentElement.dataset.started !== undefined) return;
    isReported = true;
    reportStartFailed(root, documentElement.lang as Locale);
  };
  const failed = ({ target }: Event) => {
    if (target instanceof HTMLScriptElement && target.type === 'module') setTexts();
  };
  // A script's error does not bubble.
  window.addEventListener('error', failed, true);
  if (document.readyState === 'complete') setTexts();
  else window.addEventListener('load', setTexts, { once: true });
}
