import { TILE_ORIGIN } from '#shared/http.ts';
import { MapPage, openTools } from '#tests/e2e/map/MapPage.ts';
import { goodFeed, scriptFeed } from '#tests/e2e/map/scriptedFeed.ts';
import { widenText } from '#tests/e2e/site/soundPage.ts';
import { expect, type Locator, type Page, test } from '#tests/support/journey.ts';

/** The first screen of a phone: 320 px, 360 px, a phone lying on its side, and a desktop at 200 %. */
const SIZES = [
  { width: 320, height: 568 },
  { width: 320, height: 640 },
  { width: 360, height: 740 },
  { width: 568, height: 320 },
  { width: 740, height: 360 },
  { width: 640, height: 400 },
] as const;
const PHONE = { width: 360, height: 740 } as const;
const SOFIA = { latitude: 42.6977, longitude: 23.3219 };
const strikeHere = () => ({ id: 's1', ordinal: 1, ...SOFIA, atMs: Math.floor(Date.now() / 1_000) * 1_000 - 90_000 });

async function openIn(page: Page, path: string): Promise<void> {
  await page.route(`${TILE_ORIGIN}/**`, (route) => route.fulfill({ status: 204 }));
  await page.goto(path);
  await expect(page.locator('.maplibregl-canvas').first()).toBeVisible();
}

/** Pairs of elements that lie over each other. */
async function overlaps(parts: readonly Locator[]): Promise<string[]> {
  const boxes = (
    await Promise.all(parts.map(async (part) => (await part.all()).map((one) => one.boundingBox())))
  ).flat();
  const known = (await Promise.all(boxes)).filter((box) => box !== null);
  return known.flatMap((a, index) =>
    known
      .slice(index + 1)
      .filter((b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height)
      .map((b) => `${JSON.stringify(a)} covers ${JSON.stringify(b)}`),
  );
}

test('at 320 px, 360 px, on its side and at 200 % nothing on the map covers anything else, credit and past are in view, and no button covers the note that says that strikes are missing', async ({
  page,
}) => {
  const change = await scriptFeed(page, { feed: goodFeed(), strikes: [], slices: 'served' });
  await page.setViewportSize(SIZES[0]);
  await openIn(page, '/bg/map');
  await expect(page.locator('[data-complete="true"]')).toBeVisible();
  const map = page.locator('[data-strikes-in-view]');
  const filter = map.locator('> [popovertarget]');
  await expect(filter).toBeVisible();
  const parts = [
    map.locator('fieldset[data-map-controls]'),
    page.locator('[data-open-tools]'),
    filter,
    map.locator('search button'),
    map.locator('> div:has(> p)'),
  ];
  const inWindow = async (height: number, when: string) => {
    for (const shown of ['[data-map-foot]', '.maplibregl-ctrl-attrib']) {
      const box = await page.locator(shown).boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? height), `${shown} on ${when}`).toBeLessThanOrEqual(height);
    }
  };
  const nothingCovered = async (font: string) => {
    for (const size of SIZES) {
      const when = `${size.width} × ${size.height}, ${font}`;
      await page.setViewportSize(size);
      expect(await overlaps(parts), when).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth'), when).toBe(size.width);
      const frame = await map.boundingBox();
      for (const part of parts.slice(0, 4)) {
        const box = await part.boundingBox();
        expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual((frame?.y ?? 0) + (frame?.height ?? 0));
      }
      await inWindow(size.height, when);
    }
  };
  await nothingCovered('our font');
  // A wide phone on its side has the controls of a desk.
  await page.setViewportSize({ width: 844, height: 390 });
  await inWindow(390, '844 × 390');
  await widenText(page);
  await nothingCovered('a font a tenth wider');
  await test.step('from 320 to 1,280 px no button lies over the note that says that strikes are missing, nor over its own', async () => {
    await change({ feed: goodFeed(), strikes: [], slices: 'failing' });
    const note = map.locator('[data-load-failed]');
    const own = note.getByRole('button');
    for (const [width, height] of [
      [320, 568],
      [360, 740],
      [390, 844],
      [768, 1_024],
      [1_280, 800],
    ] as const) {
      await page.setViewportSize({ width, height });
      await own.click({ trial: true });
      const over = await note.evaluate((text) => {
        const { left, right, top, bottom } = text.getBoundingClientRect();
        return [...(text.closest('[data-strikes-in-view]')?.querySelectorAll('button') ?? [])]
          .filter((button) => !text.contains(button) && button.checkVisibility({ visibilityProperty: true }))
          .filter((button) => {
            const box = button.getBoundingClientRect();
            return box.left < right && left < box.right && box.top < bottom && top < box.bottom;
          })
          .map((button) => button.outerHTML.slice(0, 80));
      });
      expect(over, `${width} × ${height}`).toEqual([]);
    }
  });
});

test('a phone: filter, strike, table and tools, in one visit', async ({ page }) => {
  const strike = strikeHere();
  await page.setViewportSize(PHONE);
  const change = await scriptFeed(page, { feed: goodFeed(), strikes: [strike], slices: 'served' });
  const screen = new MapPage(page);
  // The strike lies in the lower part of the map, where the sheet comes.
  await screen.open('/map?view=42.735,23.3219,11z');
  await screen.whole();
  await test.step('the filter is a button that opens a list and closes it with the choice', async () => {
    await page.getByRole('button', { name: 'Time range: Last hour' }).click();
    await page.getByRole('radio', { name: 'Last 24 hours' }).check();
    await expect(page.getByRole('radio', { name: 'Last 24 hours' })).toBeHidden();
    await expect(page.getByRole('button', { name: 'Time range: Last 24 hours' })).toBeVisible();
    await screen.whole();
  });
  await test.step('a strike is told of in a sheet along the lower edge, with nothing over it, and the strike above it', async () => {
    const frame = await page.locator('.maplibregl-map').boundingBox();
    const below = 512 * 2 ** 11 * ((mercator(42.735) - mercator(strike.latitude)) / 360);
    await page.mouse.click(180, (frame?.y ?? 0) + (frame?.height ?? 0) / 2 + below);
    const popup = page.getByRole('article', { name: 'Lightning' });
    await expect(popup).toBeInViewport({ ratio: 1 });
    const sheet = await popup.locator('..').boundingBox();
    expect(Math.round((sheet?.y ?? 0) + (sheet?.height ?? 0))).toBe(PHONE.height);
    expect(sheet?.width).toBe(PHONE.width);
    await expect(page.getByRole('group', { name: 'Map controls' })).toBeHidden();
    await expect(page.getByRole('button', { name: /Time range/ })).toBeHidden();
    const mark = page.locator('[data-open-strike]');
    await expect.poll(async () => bottomOf(await mark.boundingBox())).toBeLessThanOrEqual(sheet?.y ?? 0);
    await page.keyboard.press('Escape');
    await expect(popup).toBeHidden();
    await expect(page.getByRole('group', { name: 'Map controls' })).toBeVisible();
  });
  await test.step('the sheet of a tool begins below the row of words, which stays to be read', async () => {
    await screen.openNow();
    const sheet = page.locator('[data-tool-sheet]');
    await expect
      .poll(async () => ((await sheet.boundingBox())?.y ?? 0) >= bottomOf(await screen.feed.boundingBox()))
      .toBe(true);
  });
  await test.step('with the table open the page is as wide and as high as the phone: nothing scrolls under the map', async () => {
    const strikes = Array.from({ length: 80 }, (_, index) => ({
      id: `s${index}`,
      ordinal: index + 1,
      latitude: 42.72 + index * 0.0002,
      longitude: 23.3,
      atMs: Date.now() - 60_000 - index * 1_000,
    }));
    await change({ feed: goodFeed(), strikes, slices: 'served' });
    await page.getByText('Recent strikes in view as a table').click();
    await expect(page.getByRole('row')).toHaveCount(51);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    expect(await page.evaluate('document.documentElement.scrollHeight')).toBe(PHONE.height);
  });
  await test.step('a phone is offered no wall display, but a wide screen is', async () => {
    await openTools(page);
    await expect(screen.choice('Night map')).toBeVisible();
    await expect(screen.choice('Wall display')).toHaveCount(0);
    await page.setViewportSize({ width: 1_024, height: 640 });
    await expect(screen.choice('Wall display')).toBeVisible();
  });
});

/** Degrees of the web-mercator square. */
function mercator(latitude: number): number {
  return (Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360)) * 180) / Math.PI;
}

function bottomOf(box: { readonly y: number; readonly height: number } | null): number {
  return (box?.y ?? Number.POSITIVE_INFINITY) + (box?.height ?? 0);
}
