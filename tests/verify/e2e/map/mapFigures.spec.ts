import { LANGUAGES } from '#shared/languages.ts';
import { decodeStrikeSlice } from '#shared/wire/strikeSlice.ts';
import { MapPage } from '#tests/e2e/map/MapPage.ts';
import { goodFeed, scriptFeed } from '#tests/e2e/map/scriptedFeed.ts';
import { axeViolations } from '#tests/e2e/site/soundPage.ts';
import { expect, type Page, test } from '#tests/support/journey.ts';

/** Figures that do not depend on how busy the machine is; those that do are in tests/bench/browser. */
const print = (line: string) => process.stdout.write(`${line}\n`);

test('a day of strikes around Sofia costs at most 10 bytes a strike over the wire, and 1.2 kB a slice; none that the preview has read is asked for again', async ({
  page,
  context,
}) => {
  const network = await context.newCDPSession(page);
  await network.send('Network.enable');
  const slices = new Set<string>();
  const addresses: string[] = [];
  let bytes = 0;
  let finished = 0;
  network.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (!request.url.includes('/api/v1/tiles/')) return;
    slices.add(requestId);
    addresses.push(request.url);
  });
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!slices.has(requestId)) return;
    bytes += encodedDataLength;
    finished += 1;
  });
  const bodies: Promise<Buffer>[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/api/v1/tiles/')) bodies.push(response.body());
  });
  const screen = new MapPage(page);
  await screen.open('/map?minutes=1440');
  await expect(page.locator('[data-complete="true"]')).toBeVisible({ timeout: 30_000 });
  // Slices beyond the view may still be on their way.
  await expect.poll(() => slices.size - finished).toBe(0);
  // The weather of the day is the simulator's: how many strikes there are depends on the date.
  let strikes = 0;
  for (const body of await Promise.all(bodies)) {
    const decoded = decodeStrikeSlice(new Uint8Array(body));
    if (decoded.ok) strikes += decoded.slice.columns.ordinals.length;
  }
  print(`24 h around Sofia: ${slices.size} slices, ${strikes} strikes, ${(bytes / 1_000).toFixed(1)} kB`);
  expect(slices.size).toBeGreaterThan(20);
  expect(bodies.length).toBe(slices.size);
  expect(new Set(addresses).size).toBe(addresses.length);
  expect(bytes).toBeLessThanOrEqual(10 * strikes + 1_200 * slices.size);
});

const watchShifts = `window.shifted = 0; new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
}).observe({ type: 'layout-shift', buffered: true });`;

interface FirstSeen {
  /** Of the window. */
  readonly map: number;
  /** Of the map. */
  readonly hidden: number;
  readonly controls: number;
  readonly textCount: number;
}

/** What a page shows before anybody scrolls. The map's own names, credit and scale are the map. */
function firstVisible(): FirstSeen {
  const box = document.querySelector('.maplibregl-map')?.getBoundingClientRect();
  if (!box) throw new Error('no map');
  const isSeen = (element: Element) => {
    const { left, top, right, bottom, width } = element.getBoundingClientRect();
    const isInWindow = right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
    return isInWindow && width > 2 && element.checkVisibility({ visibilityProperty: true });
  };
  const isOfTheMap = (element: Element) => element.closest('.maplibregl-map') !== null;
  const step = innerWidth < 768 ? 8 : 16;
  let [requestCount, covered] = [0, 0];
  for (let x = box.left + step / 2; x < box.right; x += step) {
    for (let y = box.top + step / 2; y < Math.min(box.bottom, innerHeight); y += step) {
      const top = document.elementFromPoint(x, y);
      requestCount += 1;
      if (top && !top.closest('.maplibregl-map')) covered += 1;
    }
  }
  const controls = [...document.querySelectorAll('main :is(button, a, input, summary)')].filter((element) => {
    const { bottom } = element.getBoundingClientRect();
    return isSeen(element) && !isOfTheMap(element) && bottom > box.top;
  });
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let textCount = 0;
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const parent = text.parentElement;
    if (parent && isSeen(parent) && !isOfTheMap(parent) && !parent.closest('script, style, noscript'))
      textCount += text.textContent?.match(/[\p{L}\d]+/gu)?.length ?? 0;
  }
  const height = Math.min(box.bottom, innerHeight) - Math.max(0, box.top);
  return {
    map: (box.width * height) / (innerWidth * innerHeight),
    hidden: covered / requestCount,
    controls: controls.length,
    textCount,
  };
}

async function hardlyMoved(page: Page): Promise<void> {
  const shifted = await page.evaluate<number>('window.shifted');
  print(`layout shift at ${page.viewportSize()?.width} px: ${shifted.toFixed(4)}`);
  expect(shifted).toBeLessThan(0.02);
}

for (const { on, windows } of [
  {
    on: 'a desk',
    windows: [
      [1_280, 800],
      [1_920, 1_080],
      [820, 1_180],
    ],
  },
  {
    on: 'a phone',
    windows: [
      [360, 740],
      [390, 844],
    ],
  },
] as const) {
  // biome-ignore format: one line each
  test(`on ${on} nothing moves while the map starts, and in each of its windows the map is four fifths of what is seen first, with little over it, few controls and few words`, async ({
    page,
  }) => {
    await page.addInitScript(watchShifts);
    const strike = { id: 's1', ordinal: 1, latitude: 42.5, longitude: 22.4, atMs: Date.now() - 90_000 };
    const script = {
      get feed() {
        return goodFeed();
      },
      strikes: [strike],
      slices: 'served',
    } as const;
    await scriptFeed(page, script);
    const screen = new MapPage(page);
    await page.setViewportSize({ width: windows[0][0], height: windows[0][1] });
    await screen.open('/en/map?view=42.5,22,7z');
    await screen.whole();
    await hardlyMoved(page);
    if (on === 'a desk')
      await test.step('what is read first begins where the logo does', async () => {
        const left = async (name: string) => (await page.locator(name).first().boundingBox())?.x;
        expect(await left('[data-state]')).toBe(await left('header a'));
      });
    for (const [width, height] of windows) {
      await page.setViewportSize({ width, height });
      const isPhone = width < 768;
      // The cards take their places some frames after the map.
      await expect.poll(async () => (await page.evaluate(firstVisible)).hidden).toBeLessThanOrEqual(isPhone ? 0.1 : 0.05);
      const { map, hidden, controls, textCount } = await page.evaluate(firstVisible);
      const share = (part: number) => `${(100 * part).toFixed(1)} %`;
      print(`${width} × ${height}: map ${share(map)}, hidden ${share(hidden)}, ${controls} controls, ${textCount} words`);
      expect(map).toBeGreaterThanOrEqual(0.795);
      expect(controls).toBeLessThanOrEqual(isPhone ? 9 : 13);
      expect(textCount).toBeLessThanOrEqual(isPhone ? 32 : 55);
    }
  });
}

test('the live map breaks no rule of axe from 320 to 3,840 px, in three languages', async ({ page }) => {
  const strike = { id: 's1', ordinal: 1, latitude: 42.6, longitude: 23.2, atMs: Date.now() - 90_000 };
  await scriptFeed(page, { feed: goodFeed(), strikes: [strike], slices: 'served' });
  const screen = new MapPage(page);
  for (const language of LANGUAGES) {
    await screen.request(`/${language}/map?point=42.7,23.32`);
    await screen.whole();
    // What is too small or covered in one language may be so for its length: where there is least room, all are looked at.
    for (const width of language === 'en' ? [320, 820, 3_840] : [320]) {
      await page.setViewportSize({ width, height: width < 1_000 ? Math.round(width * 1.9) : 1_200 });
      expect(await axeViolations(page, 'body'), `${language} at ${width} px`).toEqual([]);
    }
  }
});
