import type { Position } from '#shared/geo/geodesy.ts';
import { latitudeAtMercatorY } from '#shared/geo/mercator.ts';
import { mercatorFixedX, mercatorFixedY } from '#shared/geo/mercatorFixed.ts';
import { type DrawingSize, frameAt, project } from '#shared/picture/frame.ts';
import type { NumberedStrike } from '#shared/strike.ts';
import { MapPage } from '#tests/e2e/map/MapPage.ts';
import { type Patch, readPatches } from '#tests/e2e/map/readPatches.ts';
import { goodFeed, scriptFeed } from '#tests/e2e/map/scriptedFeed.ts';
import { DRAWN, expect, type Page, test } from '#tests/support/journey.ts';
import { mapColours } from '#web/ground/view/mapColours.ts';
import { crowdCellPx, crowdLevel } from '#web/sky/strikes/Crowds.ts';

/** In the worst storm the map stays legible: how many, how old, and what is new. */

const MINUTE = 60_000;
/** The Black Sea, where no name of a place lies over what is measured. */
const VIEW = { latitude: 43, longitude: 30, zoom: 8 };
const LOOK = '43,30,8z';

/** The middle of the cell in which the place lies. */
function cellAt({ latitude, longitude }: Position): Position {
  const side = (crowdCellPx(VIEW.zoom, crowdLevel(VIEW.zoom, 1)) / (512 * 2 ** VIEW.zoom)) * 2 ** 32;
  const middle = (at: number) => ((Math.floor((at >>> 0) / side) + 0.5) * side) / 2 ** 32;
  return {
    latitude: latitudeAtMercatorY(middle(mercatorFixedY(latitude))),
    longitude: middle(mercatorFixedX(longitude)) * 360 - 180,
  };
}

/** A place of a grid in view, far enough from the next for its crowd to stand alone. */
const spot = (column: number, row: number): Position =>
  cellAt({ latitude: 43.3 - row * 0.22, longitude: 29.2 + column * 0.4 });

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

async function show(page: Page, piles: readonly Pile[], look = ''): Promise<MapPage> {
  const screen = new MapPage(page);
  await scriptFeed(page, { feed: goodFeed(), strikes: piled(piles, Date.now()), slices: 'served' });
  await screen.open(`/map?view=${LOOK}${look}`);
  await screen.whole();
  const total = piles.reduce((sum, { count }) => sum + count, 0);
  await expect.poll(() => screen.inView()).toBe(total);
  return screen;
}

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

const COUNTS = [5, 10, 100, 1_000];
const AGES = [
  ['fresh', 3 * MINUTE],
  ['recent', 20 * MINUTE],
  ['old', 50 * MINUTE],
] as const;

for (const theme of ['light', 'dark'] as const) {
  test(
    `ten, a hundred and a thousand strikes in one mark's area are told apart on the ${theme} map`,
    DRAWN,
    async ({ page }) => {
      const piles = AGES.flatMap(([, ageMs], row) =>
        COUNTS.map((count, column) => ({ at: spot(column, row), count, ageMs })),
      );
      await show(page, piles, theme === 'dark' ? '&theme=dark' : '');
      const places = piles.map(({ at }) => at);
      const read = async () => (await around(page, places, 3)).map(({ luminance }) => luminance);
      const ground = (await around(page, [spot(4, 0)], 3))[0]?.luminance ?? 0;
      await expect.poll(async () => (await read()).every((of) => contrast(of, ground) > 1.3)).toBe(true);
      const luminances = await read();
      for (const [row, [age]] of AGES.entries()) {
        const steps = luminances.slice(row * COUNTS.length, (row + 1) * COUNTS.length);
        const ratios = steps.slice(1).map((of, step) => contrast(of, steps[step] ?? 0));
        process.stdout.write(
          `${theme} ${age}: luminance ${steps.map((of) => of.toFixed(3)).join(' ')}, steps ${ratios.map((of) => of.toFixed(2)).join(' ')}\n`,
        );
        const onwards = steps.slice(1).every((of, step) => (theme === 'light') === of < (steps[step] ?? 0));
        expect(onwards).toBe(true);
        for (const ratio of ratios) expect(ratio).toBeGreaterThanOrEqual(1.15);
      }
    },
  );
}

test(
  'a strike of the newest minute is drawn whole on top of a thousand older ones; of those none is',
  DRAWN,
  async ({ page }) => {
    const [alone, onTop, minutesOld] = [spot(0, 0), spot(1, 0), spot(2, 0)];
    await show(page, [
      { at: alone, count: 1, ageMs: 1_000 },
      { at: onTop, count: 1_000, ageMs: 40 * MINUTE },
      { at: onTop, count: 1, ageMs: 1_000 },
      { at: minutesOld, count: 1_000, ageMs: 40 * MINUTE },
      { at: minutesOld, count: 1, ageMs: 3 * MINUTE },
    ]);
    const [{ main, second } = { main: '', second: '' }] = mapColours.light.marks;
    const read = () => around(page, [alone, onTop, minutesOld], 14);
    const inks = async () => (await read()).map((patch) => [main, second].map((colour) => patch.colours[colour] ?? 0));
    await expect.poll(async () => (await inks())[0]?.[0]).toBeGreaterThan(100);
    const [free = [], whole = [], counted = []] = await inks();
    process.stdout.write(
      `pixels of a new strike: alone ${free}, on a thousand ${whole}; three minutes old ${counted}\n`,
    );
    for (const [ink, pixels] of free.entries()) {
      expect(Math.abs((whole[ink] ?? 0) - pixels) / pixels).toBeLessThan(0.1);
      expect(counted[ink]).toBe(0);
    }
  },
);

test(
  'the numbers of a crowd are told under the pointer, and its strike stays whole while it is open',
  DRAWN,
  async ({ page }) => {
    const at = spot(1, 1);
    await show(page, [
      { at, count: 4, ageMs: 3 * MINUTE },
      { at, count: 30, ageMs: 20 * MINUTE },
      { at, count: 1_000, ageMs: 50 * MINUTE },
    ]);
    const box = await page.locator('.maplibregl-map').boundingBox();
    if (!box) throw new Error('no map');
    const [x, y] = project(mapFrame(box), at.longitude, at.latitude);
    await page.mouse.move(box.x + x, box.y + y);
    const tip = page.locator('[data-crowd-tip]');
    await expect(tip).toHaveText('1,034 strikes: 4 under 5 min, 30 of 5–30 min, 1,000 older');
    await page.mouse.move(box.x + x + 80, box.y + y);
    await expect(tip).toHaveCount(0);
    await page.mouse.click(box.x + x, box.y + y);
    await expect(page.locator('[data-open-strike]')).toBeVisible();
    const ink = async () => {
      const [patch] = await around(page, [at], 8);
      return mapColours.light.marks.reduce((sum, { main }) => sum + (patch?.colours[main] ?? 0), 0);
    };
    await expect.poll(ink).toBeGreaterThan(40);
  },
);

test('crowds are counted when strikes, clock or zoom change, never while the map only moves', async ({ page }) => {
  await show(page, [{ at: spot(1, 1), count: 1_000, ageMs: 20 * MINUTE }]);
  const map = page.locator('.maplibregl-map');
  const counts = async () => Number(await map.getAttribute('data-crowd-counts'));
  const before = await counts();
  const fromMs = Date.now();
  const frames = await page.evaluate(async () => {
    const canvas = document.querySelector<HTMLElement>('.maplibregl-canvas');
    canvas?.focus();
    let seen = 0;
    // By frames, not by time: a slow machine draws few in a second.
    while (seen < 16) {
      canvas?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', keyCode: 37, bubbles: true }));
      await new Promise(requestAnimationFrame);
      seen += 1;
    }
    return seen;
  });
  const ticks = Math.ceil((Date.now() - fromMs) / 5_000) + 1;
  const during = (await counts()) - before;
  process.stdout.write(`${during} counts in ${frames} frames of moving\n`);
  expect(frames).toBeGreaterThan(2 * ticks);
  expect(during).toBeLessThanOrEqual(ticks);
  await page.keyboard.press('+');
  await expect.poll(counts).toBeGreaterThan(before + during);
});

function contrast(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}
