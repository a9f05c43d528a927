import type { Position } from '#shared/geo/geodesy.ts';
import { strikeLook } from '#shared/sky/colours.ts';
import { type DrawingSize, frameAt, project } from '#shared/sky/frame.ts';
import type { NumberedStrike } from '#shared/strike.ts';
import { MapPage } from '#tests/e2e/map/MapPage.ts';
import { type Patch, readPatches } from '#tests/e2e/map/readPatches.ts';
import { type ChangeScript, goodFeed, type ScriptedFeed, scriptFeed } from '#tests/e2e/map/scriptedFeed.ts';
import { expect, type Page, RENDERED, test } from '#tests/support/journey.ts';

/** In the worst storm the map stays legible: what is new, where the cloud is, and how many strikes lie in one spot. */

const MINUTE = 60_000;
/** The Black Sea, where no name of a place lies over what is measured. */
const VIEW = { latitude: 43, longitude: 30, zoom: 8 };
const LOOK = '43,30,8z';

/** A place of a grid in view, far enough from the next to stand alone. */
const spot = (column: number, row: number): Position => ({
  latitude: 43.3 - row * 0.22,
  longitude: 29.2 + column * 0.4,
});

interface Pile {
  readonly at: Position;
  readonly count: number;
  readonly ageMs: number;
}

function piled(piles: readonly Pile[], nowMs: number): NumberedStrike[] {
  const all = piles.flatMap(({ at, count, ageMs }) =>
    Array.from({ length: count }, () => ({ ...at, atMs: nowMs - ageMs })),
  );
  return all.map((strike, index) => ({ ...strike, id: `p${index}`, ordinal: index + 1 }));
}

async function show(page: Page, piles: readonly Pile[], look = ''): Promise<ChangeScript> {
  const screen = new MapPage(page);
  const change = await scriptFeed(page, scriptOf(piles));
  await screen.open(`/map?view=${LOOK}${look}`);
  await screen.whole();
  const total = piles.reduce((sum, { count }) => sum + count, 0);
  await expect.poll(() => screen.inView()).toBe(total);
  return change;
}

const scriptOf = (piles: readonly Pile[]): ScriptedFeed => ({
  feed: goodFeed(),
  strikes: piled(piles, Date.now()),
  slices: 'served',
});

/** Where the map puts positions in its box. */
const mapFrame = (box: DrawingSize) => frameAt(VIEW, 512 * 2 ** VIEW.zoom, box);

/** The picture around each place, so many pixels to each side. */
async function around(page: Page, places: readonly Position[], reach: number): Promise<Patch[]> {
  const box = await page.locator('.maplibregl-map').boundingBox();
  if (!box) throw new Error('no map');
  const frame = mapFrame(box);
  const side = 2 * reach + 1;
  const parts = places.map(({ latitude, longitude }) => {
    const [x, y] = project(frame, longitude, latitude);
    return { x: box.x + x - reach, y: box.y + y - reach, width: side, height: side };
  });
  return readPatches(page, parts);
}

for (const theme of ['light', 'dark'] as const) {
  test(
    `a new strike lies whole on a thousand older ones, and the cloud of a thousand is no denser than that of one, on the ${theme} map`,
    RENDERED,
    async ({ page }) => {
      const [alone, onTop, old] = [spot(0, 0), spot(1, 0), spot(2, 0)];
      const [one, thousand, none] = [spot(0, 1), spot(1, 1), spot(2, 1)];
      const heap = spot(1, 2);
      const change = await show(
        page,
        [
          { at: alone, count: 1, ageMs: 3 * MINUTE },
          { at: onTop, count: 1_000, ageMs: 40 * MINUTE },
          { at: old, count: 1_000, ageMs: 40 * MINUTE },
          { at: onTop, count: 1, ageMs: 3 * MINUTE },
          { at: one, count: 1, ageMs: 2 * MINUTE },
          { at: thousand, count: 1_000, ageMs: 2 * MINUTE },
          { at: none, count: 1, ageMs: 20 * MINUTE },
          { at: heap, count: 4, ageMs: 2.5 * MINUTE },
          { at: heap, count: 30, ageMs: 20 * MINUTE },
          { at: heap, count: 1_000, ageMs: 50 * MINUTE },
        ],
        theme === 'dark' ? '&theme=dark' : '',
      );
      await test.step('a new strike lies whole on a thousand older ones', async () => {
        const cores = async () => (await around(page, [alone, onTop, old], 1)).map((patch) => patch.luminance);
        await expect
          .poll(async () => {
            const [free = 0, , aged = 0] = await cores();
            return Math.abs(free - aged);
          })
          .toBeGreaterThan(0.05);
        const [free = 0, whole = 0, aged = 0] = await cores();
        const reported = [free, whole, aged].map((luminance) => luminance.toFixed(3));
        process.stdout.write(
          `luminance of a new strike, of one on a thousand, of the thousand: ${reported.join(', ')}\n`,
        );
        // Where a disc lies between pixels, its edge counts a little.
        expect(Math.abs(whole - free)).toBeLessThan(Math.abs(free - aged) / 4);
      });
      await test.step('the cloud of a thousand strikes is no denser than that of one', async () => {
        // Beside the sparks, within their clouds.
        const beside = (at: Position) => ({ ...at, longitude: at.longitude + 0.035 });
        const read = async () =>
          (await around(page, [one, thousand, none].map(beside), 2)).map((patch) => patch.luminance);
        await expect
          .poll(async () => {
            const [first = 0, , ground = 0] = await read();
            return Math.abs(first - ground);
          })
          .toBeGreaterThan(0.01);
        const [first = 0, second = 0, ground = 0] = await read();
        process.stdout.write(
          `luminance beside one ${first.toFixed(3)}, a thousand ${second.toFixed(3)}, ground ${ground.toFixed(3)}\n`,
        );
        expect(Math.abs(first - second)).toBeLessThan(0.02);
      });
      if (theme === 'light') await readSpots(page, heap, change);
    },
  );
}

/** What does not depend on the colours of the map, on the open one. */
async function readSpots(page: Page, heap: Position, change: ChangeScript): Promise<void> {
  const screen = new MapPage(page);
  const open = page.locator('[data-open-strike]');
  await test.step('how many strikes lie in one spot is told under the pointer, and the open one has four corners', async () => {
    const box = await page.locator('.maplibregl-map').boundingBox();
    if (!box) throw new Error('no map');
    const [x, y] = project(mapFrame(box), heap.longitude, heap.latitude);
    await page.mouse.move(box.x + x, box.y + y);
    const tip = page.locator('[data-count-tip]');
    await expect(tip).toHaveText('1,034 strikes: 4 under 5 min, 30 of 5–30 min, 1,000 older');
    await page.mouse.move(box.x + x + 60, box.y + y);
    await expect(tip).toHaveCount(0);
    await page.mouse.click(box.x + x, box.y + y);
    await expect(open).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(open).toHaveCount(0);
  });
  await test.step('the newest three strikes of the last minute keep a ring, and none that is older', async () => {
    const ages = [5, 15, 25, 35, 90];
    const piles = ages.map((seconds, index) => ({ at: spot(index % 4, 2), count: 1, ageMs: seconds * 1_000 }));
    await change(scriptOf(piles));
    await expect(page.locator('[data-newest-ring]')).toHaveCount(3);
  });
  await test.step('a strike has its icon from zoom 10 on, in the colour of its age', async () => {
    await change(scriptOf([{ at: VIEW, count: 1, ageMs: 12 * MINUTE }]));
    await expect.poll(() => screen.inView()).toBe(1);
    for (const zoom of [9, 10, 11]) {
      await screen.control('Zoom in').click();
      await expect(page).toHaveURL(new RegExp(`,${zoom}z`));
    }
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((from) =>
      Number.parseInt(strikeLook('light', 12 * MINUTE).colour.slice(from, from + 2), 16),
    );
    await expect.poll(() => screen.pixels([[red, green, blue]], 24)).toBeGreaterThan(30);
  });
}

test('while the map is dragged, strikes keep to the ground in every frame', RENDERED, async ({ page }) => {
  const strike = spot(1, 1);
  const look = `&point=${strike.latitude.toFixed(4)},${(strike.longitude + 0.12).toFixed(4)}`;
  await show(page, [{ at: strike, count: 1, ageMs: 2 * MINUTE }], look);
  // A mark that moves with the ground, in a colour that nothing else has.
  await page.getByRole('img', { name: 'Measuring point' }).evaluate((element) => {
    element.style.background = '#f0f';
    element.style.borderRadius = '0';
  });
  await page.screenshot();
  const session = await page.context().newCDPSession(page);
  const frames: string[] = [];
  session.on('Page.screencastFrame', ({ data, sessionId }) => {
    frames.push(data);
    void session.send('Page.screencastFrameAck', { sessionId });
  });
  await session.send('Page.startScreencast', { format: 'png' });
  await page.mouse.move(700, 300);
  await page.mouse.down();
  await page.mouse.move(580, 360, { steps: 24 });
  await page.mouse.up();
  await session.send('Page.stopScreencast');
  const decoder = await page.context().newPage();
  const seen = await decoder.evaluate(async (pictures) => {
    const found = [];
    for (const base64 of pictures) {
      const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob());
      const pen = new OffscreenCanvas(image.width, image.height).getContext('2d');
      if (!pen) throw new Error('no 2d canvas');
      pen.drawImage(image, 0, 0);
      /** The middle of what has a colour, in a part of the picture. */
      const middle = (colour: readonly number[], left: number, top: number, width: number, height: number) => {
        const { data } = pen.getImageData(left, top, width, height);
        let [x, y, count] = [0, 0, 0];
        for (let at = 0; at < data.length; at += 4) {
          if (!colour.every((part, channel) => Math.abs((data[at + channel] ?? 0) - part) <= 14)) continue;
          x += left + ((at / 4) % width);
          y += top + Math.floor(at / 4 / width);
          count += 1;
        }
        return { x: x / count, y: y / count };
      };
      const mark = middle([255, 0, 255], 0, 0, image.width, image.height);
      // A picture that was taken before the mark had its colour.
      if (Number.isNaN(mark.x)) continue;
      // From two to four minutes old.
      const spark = middle([255, 216, 50], Math.round(mark.x) - 70, Math.round(mark.y) - 40, 140, 80);
      found.push({ at: Math.round(mark.x), x: spark.x - mark.x, y: spark.y - mark.y });
    }
    return found;
  }, frames);
  const [first = { x: Number.NaN, y: Number.NaN }] = seen;
  const off = seen.map(({ x, y }) => Math.hypot(x - first.x, y - first.y));
  const places = new Set(seen.map(({ at }) => at)).size;
  process.stdout.write(`${seen.length} frames of ${places} places, at most ${Math.max(...off).toFixed(2)} px off\n`);
  expect(places).toBeGreaterThan(4);
  for (const px of off) expect(px).toBeLessThan(1.5);
});
