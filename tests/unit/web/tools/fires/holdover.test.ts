import { beforeAll, expect, test } from 'vitest';
import type { HoldoverBody, HoldoverCellBody } from '#shared/fires/bodies.ts';
import { bboxCentre, bboxDiagonalKm, HOME_BOX } from '#shared/geo/BBox.ts';
import { LOCALES, loadTexts, textsFor } from '#web/kit/i18n/index.ts';
import { gapTexts, listedBox, squaresOf } from '#web/tools/fires/HoldoverScreen.tsx';

const NOW_MS = new Date(2026, 6, 1, 18, 0).getTime();
const at = (hour: number, minute = 0) => new Date(2026, 6, 1, hour, minute).toISOString();
const cell = (changes: Partial<HoldoverCellBody> = {}): HoldoverCellBody => ({
  id: 'r7338c8404',
  latitude: 42.1,
  longitude: 23.4,
  flashes: 3,
  newest: at(12),
  expected: 0.002,
  low: 0.001,
  high: 0.004,
  ...changes,
});
const list = (changes: Partial<HoldoverBody> = {}): HoldoverBody => ({
  at: at(18),
  days: 3,
  unseenStarts: { expected: 0.4, low: 0.3, high: 0.8 },
  atLeast: false,
  flashes: 900,
  radius50Km: 1,
  cells: [cell()],
  found: 1,
  completeTo: at(17, 59),
  gaps: [],
  searched: { from: at(0), to: at(18), cut: false },
  ...changes,
});

beforeAll(() => Promise.all(LOCALES.map((locale) => loadTexts(locale, ['fires', 'map']))));

test('a list says what it does not know, and nothing else', () => {
  const texts = (changes: Partial<HoldoverBody>) => gapTexts(list(changes), NOW_MS, textsFor('en'), 'en');
  expect(texts({})).toEqual([]);
  expect(texts({ atLeast: true, completeTo: null })).toEqual(['No data for this time.']);
  expect(texts({ atLeast: true, completeTo: at(17) })).toEqual(['Data ends at 17:00.']);
  const gaps = [{ from: at(10), to: at(11) }];
  const searched = { from: at(3), to: at(18), cut: true };
  expect(texts({ atLeast: true, gaps, searched }).map((text) => text.replaceAll('\u00a0', ' '))).toEqual([
    'No data for 1 hr of this time. There may be more, also in squares not listed.',
    'Too much lightning: the search went back only to 03:00.',
  ]);
});

test('squares are darker the more is expected, and are labelled by rank', () => {
  const shades = [0, 0.0003, 0.0029, 0.01, 3].map((expected) => squaresOf([cell({ expected })], () => '')[0]?.level);
  expect(shades).toEqual([0, 1, 2, 4, 4]);
  const labels = squaresOf([cell(), cell({ id: 'r1c1' })], ({ id }, rank) => `${rank} ${id}`).map(({ label }) => label);
  expect(labels).toEqual(['1 r7338c8404', '2 r1c1']);
});

test('no language says that a place is safe or without fire', () => {
  const all = LOCALES.map((locale) => JSON.stringify(textsIn(textsFor(locale).fires.holdover)).toLowerCase()).join();
  expect(all).toContain('smoulder');
  expect(all).not.toMatch(/\bsafe|no fire|безопас|няма пожар|нет пожар|пожаров нет/);
});

/** Every sentence, with nothing filled in. */
function textsIn(texts: object): unknown[] {
  return Object.keys(texts).map((key) => {
    const value = texts[key as keyof typeof texts] as unknown;
    return typeof value === 'function' ? String((value as (facts: object) => string)({})) : textsIn(value as object);
  });
}

test('of a map that shows more than one list can hold its middle is listed', () => {
  const district = { west: 24, south: 42, east: 25, north: 43 };
  expect(listedBox(district)).toEqual({ bbox: district, clipped: false });
  const { bbox, clipped } = listedBox(HOME_BOX);
  expect([clipped, bboxCentre(bbox)]).toEqual([true, bboxCentre(HOME_BOX)]);
  expect(bboxDiagonalKm(bbox)).toBeGreaterThan(450);
  expect(bboxDiagonalKm(bbox)).toBeLessThanOrEqual(490);
});
