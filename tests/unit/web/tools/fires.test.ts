import { beforeAll, describe, expect, test } from 'vitest';
import type { FireBody, HoldoverBody, HoldoverCellBody } from '#shared/fires/bodies.ts';
import { bboxCentre, bboxDiagonalKm, HOME_BOX } from '#shared/geo/BBox.ts';
import written from '#shared/geo/regions.json';
import { parseRegions } from '#shared/geo/regionTable.ts';
import { readNames } from '#shared/languages.ts';
import { HOUR_MS, isoMillis } from '#shared/time.ts';
import { cpuMs } from '#tests/support/time/cpuMs.ts';
import { LOCALES, loadTexts, textsFor } from '#web/kit/i18n/index.ts';
import { NearestPlaces } from '#web/kit/places/NearestPlaces.ts';
import { FIRE_STATES, listedFires, rankedCandidates } from '#web/tools/fires/FireList.tsx';
import { pictureOfHotspots } from '#web/tools/fires/FireSheet.tsx';
import {
  districtsAt,
  fireDistrictText,
  fireTownText,
  formatFireAddress,
  leadText,
  parseFireAddress,
  sharePercent,
  verdictText,
} from '#web/tools/fires/fireText.ts';
import { gapTexts, listedBox, squaresOf } from '#web/tools/fires/HoldoverScreen.tsx';

const NOW = Date.parse('2026-07-14T12:00:00Z');
const FIRE: FireBody = {
  id: '0000000000000000',
  latitude: 42.1,
  longitude: 24.7,
  frpMw: 12,
  static: false,
  firstSeen: isoMillis(NOW - 20 * HOUR_MS),
  lastSeen: isoMillis(NOW - 2 * HOUR_MS),
  state: 'likely',
  chance: 0.62,
  candidates: [],
};
const ids = (fires: readonly FireBody[]) => fires.map(({ id }) => id);
const EVERYWHERE = { state: 'all', within: undefined } as const;
const regions = parseRegions(written);

beforeAll(() => Promise.all(LOCALES.map((locale) => loadTexts(locale, ['fires', 'map']))));

describe('the list of fires', () => {
  test('goes by the chance of lightning and by freshness: a day unseen halves it', () => {
    const fires = [
      { ...FIRE, id: 'old', chance: 0.8, lastSeen: isoMillis(NOW - 24 * HOUR_MS) },
      { ...FIRE, id: 'none', state: 'none' as const, chance: 0 },
      { ...FIRE, id: 'fresh', chance: 0.45, lastSeen: isoMillis(NOW) },
      { ...FIRE, id: 'none-newer', state: 'none' as const, chance: 0, lastSeen: isoMillis(NOW) },
      { ...FIRE, id: 'best', chance: 0.9, lastSeen: isoMillis(NOW) },
    ];
    const order = ['best', 'fresh', 'old', 'none-newer', 'none'];
    expect(ids(listedFires(fires, EVERYWHERE, NOW))).toEqual(order);
    expect(ids(listedFires(fires.toReversed(), EVERYWHERE, NOW))).toEqual(order);
  });

  test('holds static fires as all others, and only those of a state or a box if asked', () => {
    const fires = [
      { ...FIRE, id: 'static', static: true },
      { ...FIRE, id: 'far', longitude: 20 },
      { ...FIRE, id: 'none', state: 'none' as const },
    ];
    const within = { west: 24, south: 42, east: 25, north: 43 };
    expect(ids(listedFires(fires, EVERYWHERE, NOW)).sort()).toEqual(['far', 'none', 'static']);
    expect(ids(listedFires(fires, { state: 'all', within }, NOW)).sort()).toEqual(['none', 'static']);
    expect(ids(listedFires(fires, { state: 'none', within: undefined }, NOW))).toEqual(['none']);
  });

  test('of 2,000 fires is in order in less than 300 ms', () => {
    const chanceOf = (index: number) => ((index * 7_919) % 1_000) / 1_000;
    const fires = Array.from({ length: 2_000 }, (_, at) => ({ ...FIRE, id: String(at), chance: chanceOf(at) }));
    expect(cpuMs(() => expect(listedFires(fires, EVERYWHERE, NOW)).toHaveLength(2_000))).toBeLessThan(300);
  });

  test('ranks candidates by their share', () => {
    const candidate = { strikeId: 'a', distanceKm: 1, timestamp: FIRE.firstSeen, share: 0.1 };
    const candidates = [candidate, { ...candidate, strikeId: 'b', share: 0.4 }];
    expect(rankedCandidates({ candidates }).map(({ strikeId }) => strikeId)).toEqual(['b', 'a']);
  });
});

describe.each(LOCALES)('what is said of a fire in %s', (locale) => {
  const LL = () => textsFor(locale);

  test('has a word for each state, a chance only where there was lightning, and "at least" where not all was read', () => {
    const texts = FIRE_STATES.map((state) => verdictText({ state, chance: 0.25 }, LL(), locale));
    expect(new Set(texts).size).toBe(5);
    for (const [index, state] of FIRE_STATES.entries()) expect(/25/.test(texts[index] ?? '')).toBe(state !== 'none');
    const atLeast = { en: 'at least', ru: 'не меньше', bg: 'поне' }[locale];
    expect(texts.filter((text) => text.includes(atLeast))).toEqual([texts[FIRE_STATES.indexOf('incomplete')]]);
    expect(verdictText({ state: 'incomplete', chance: 0 }, LL(), locale)).not.toMatch(/\d/);
    expect(verdictText({ state: 'likely', chance: 0.6, gapShare: 0.2 }, LL(), locale)).toContain(atLeast);
    expect(verdictText({ state: 'unlikely', chance: 0.001, gapShare: 0.02 }, LL(), locale)).not.toContain(atLeast);
  });

  test('is never zero per cent', () => {
    for (const share of [0, 0.0001, 0.0099]) {
      expect(sharePercent(share, LL(), locale)).toMatch(/\D1\s?%$/);
      expect(verdictText({ state: 'unlikely', chance: share }, LL(), locale)).not.toMatch(/0\s?%/);
    }
  });

  test('names the nearest town, or coordinates; and how long the lightning came before', () => {
    const names = { ...readNames(['Plovdiv', 'Пловдив', '']), also: [], country: 'BG' };
    const places = new NearestPlaces([{ ...names, latitude: 42.15, longitude: 24.75, population: 300_000 }]);
    expect(fireTownText(FIRE, places, LL(), locale)).toMatch(/Plovdiv|Пловдив/);
    expect(fireTownText(FIRE, undefined, LL(), locale)).toMatch(/42[.,]1/);
    const timestamp = isoMillis(NOW - 23 * HOUR_MS);
    expect(leadText({ timestamp }, FIRE, LL(), locale)).toMatch(/3/);
  });
});

test('a fire near a border names each district that it may be, its own tile’s first; at sea none', () => {
  const codes = (latitude: number, longitude: number) =>
    districtsAt({ latitude, longitude }, regions).map(({ code }) => code);
  expect(codes(42.15, 24.75)).toEqual(['BG.plovdiv']);
  const border = codes(42.2, 24.35);
  expect(border.length).toBeGreaterThan(1);
  expect(codes(43, 30)).toEqual([]);
  expect(fireDistrictText({ ...FIRE, latitude: 42.2, longitude: 24.35 }, regions, 'en')).toMatch(/ or /);
  expect(fireDistrictText(FIRE, undefined, 'en')).toBe('');
});

test('a link names a fire by its id; what is no id is said to be damaged', () => {
  const id = 'abc0123456789xyz';
  expect(parseFireAddress(formatFireAddress(id))).toBe(id);
  expect(parseFireAddress('')).toBeUndefined();
  expect(formatFireAddress(undefined)).toBe('');
  for (const hash of ['#fire=', '#fire=ABC', '#fire=<script>']) expect(parseFireAddress(hash)).toBeNull();
});

test('the picture numbers candidates by rank, and leaves out those whose place is not known', () => {
  const strike = { id: 's', latitude: 42.2, longitude: 24.7, atMs: NOW };
  const { shape, points } = pictureOfHotspots(FIRE, [undefined, strike], (km) => `${km} km`);
  expect(shape).toEqual({ type: 'Point', coordinates: [24.7, 42.1] });
  expect(pictureOfHotspots(FIRE, [{ ...strike, latitude: 42.11 }], String).circles).toHaveLength(1);
  expect(points).toEqual([{ id: 's', latitude: 42.2, longitude: 24.7, label: '2' }]);
});

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
