import { beforeAll, describe, expect, test } from 'vitest';
import { verdictTexts } from '#shared/i18n/serverTexts.ts';
import { type SkyFacts, type StrikeFact, verdictOf } from '#shared/sky/verdictOf.ts';
import { aSky, MINUTE_MS, NOW } from '#tests/unit/shared/sky/aSky.ts';
import { LOCALES, type Locale, loadTexts, textsFor } from '#web/kit/i18n/index.ts';
import { type WallFacts, wallChip, wallTextOf } from '#web/map/wall/wallText.ts';
import type { ViewStatus } from '#web/sky/FeedView.ts';

const LIVE: ViewStatus = { kind: 'live', checkedMs: NOW - 5_000, whole: true };
const DEAD: ViewStatus = { kind: 'down', sinceMs: NOW - 72 * MINUTE_MS, cause: 'feed' };
const DOWN = { feed: { kind: 'down', sinceMs: NOW - 72 * MINUTE_MS } } as const;
const NEAR: StrikeFact = { atMs: NOW - 40_000, away: { km: 1.9, bearing: 315 } };
const FAR: StrikeFact = { atMs: NOW - 40_000, away: { km: 23, bearing: 225 } };

beforeAll(() => Promise.all(LOCALES.map((locale) => loadTexts(locale, ['map', 'mapMore']))));

/** What a wall says, with ordinary spaces: chip, level, sentence, line below, and what takes turns with it. */
function wall(sky: Partial<SkyFacts>, input: Partial<WallFacts> = {}, locale: Locale = 'en') {
  const verdict = verdictOf(aSky({ from: 'outline', withinKm: 16, ...sky }));
  const usual = {
    viewStatus: LIVE,
    rendered: 'drawn',
    level: 'none',
    nowMs: NOW,
    simulated: false,
    lastStrike: undefined,
  } as const;
  const facts = { ...usual, verdict, ...input };
  const texts = {
    texts: verdictTexts[locale],
    language: locale,
    LL: textsFor(locale),
    timeOf: (atMs: number) => new Date(atMs).toISOString().slice(11, 16),
    nameOf: ({ at }: StrikeFact) => (at ? 'near Varna' : undefined),
  };
  const plain = (text: string | undefined) => text?.replaceAll('\u00a0', ' ');
  const { kind, text } = wallChip(facts, texts);
  const wallText = wallTextOf(facts, texts);
  return {
    chip: `${kind}: ${plain(text)}`,
    tone: wallText.tone,
    level: wallText.level?.text,
    isAtEase: wallText.isAtEase,
    texts: wallText.sentence.map(plain),
    below: plain(wallText.below),
    besides: wallText.besides.map(plain),
  };
}

const UNKNOWN = {
  visible: 'unknown',
  unknown: { word: 'No data', notClear: 'NOT CLEAR: no data for this place.', cause: 'Data is back' },
} as const;

describe('what a wall says of a known sky', () => {
  test('lightning: how far and where first, when below it', () => {
    const texts = ['Lightning 23 km south-west of the area', 'Lightning 23 km south-west'];
    expect(wall({ near: FAR })).toMatchObject({
      chip: 'live: Live · updated 5 s ago',
      tone: 'plain',
      texts,
      below: '40 s ago',
    });
  });

  test('a level leads in one word, and what to do and for how long stands below; nothing takes turns with it', () => {
    const held = { level: 'stop', allClearNotBeforeMs: NOW + 30 * MINUTE_MS } as const;
    expect(wall({ near: NEAR, held })).toMatchObject({
      tone: 'coming',
      level: 'STOP',
      texts: ['Lightning 1.9 km north-west of the area', 'Lightning 1.9 km north-west'],
      below: 'Go indoors now · 40 s ago · All-clear not before 13:00',
      isAtEase: false,
    });
    const wait = 'All clear not before 13:00:10 · 12:34 left';
    const held10 = wall({ held: { level: 'watch' } }, { level: { visible: 'watch', wait } });
    expect(held10).toMatchObject({ level: 'Watch', texts: [wait] });
  });

  test('a storm that comes: in how many minutes, and where it is now', () => {
    const result = { state: 'approaching', p30: 0.8, p60: 0.9, etaMin: 15, range80: [10, 25] } as const;
    const cells = { kind: 'told', atMs: NOW, result } as const;
    const coming = { tone: 'coming', texts: ['Storm here in about 15 min'], below: 'Now 23 km south-west' };
    expect(wall({ near: FAR, cells, from: 'point' })).toMatchObject(coming);
    const maybe = { ...cells, result: { ...result, p30: 0.3, p60: 0.4 } };
    expect(wall({ near: FAR, cells: maybe, from: 'point' })).toMatchObject({
      texts: ['Lightning 23 km south-west of the point', 'Lightning 23 km south-west'],
      below: '40 s ago · Coming closer · if it comes, in about 15 min',
    });
  });

  test('a quiet hour, and the last lightning if it is known', () => {
    expect(wall({})).toMatchObject({ texts: ['No lightning for 1 hour'], below: 'In the area or within 16 km of it' });
    expect(wall({ requestedMs: 10 * MINUTE_MS }).texts).toEqual(['No lightning for 10 min']);
    const varna = { latitude: 43.2, longitude: 27.9 };
    const lastStrike = { atMs: NOW - 24 * 60 * MINUTE_MS, at: varna };
    expect(wall({}, { lastStrike }).below).toBe('Last one: yesterday 12:30, near Varna');
    expect(wall({}, {}, 'bg').texts).toEqual(['От 1 час няма мълнии']);
    expect(wall({}, {}, 'ru').texts).toEqual(['Молний нет уже час']);
  });
});

describe('what a wall says of a sky that is not known', () => {
  test('a dead feed: since when, not to rely on it, and no level, chip or turn that could be read as now', () => {
    expect(wall({ ...DOWN, near: NEAR }, { viewStatus: DEAD })).toEqual({
      chip: 'dead: No data',
      tone: 'dead',
      level: undefined,
      texts: ['No data since 11:18'],
      below: 'There may be lightning. Do not rely on this screen.',
      besides: [],
      isAtEase: false,
    });
    const inOthers = (['bg', 'ru'] as const).map((locale) => wall(DOWN, { viewStatus: DEAD }, locale).texts[0]);
    expect(inOthers).toEqual(['Няма данни от 11:18', 'Нет данных с 11:18']);
  });

  test('the last known level goes on being an order while the feed is dead', () => {
    expect(wall({ ...DOWN, held: { level: 'stop' } }, { viewStatus: DEAD })).toMatchObject({
      below: 'Last known: STOP. Treat it as still active.',
      besides: ['There may be lightning. Do not rely on this screen.'],
    });
  });

  test('after an outage the chip counts down until the level holds, and nothing is green or quiet before', () => {
    const returning = { chip: 'late: Returning · 42 s', texts: ['NOT CLEAR'], below: 'Data is back' };
    expect(wall({}, { level: { ...UNKNOWN, returningMs: 42_000 } })).toMatchObject(returning);
    expect(wall({}, { level: { visible: 'clear' } }).chip).toBe('live: Live · updated 5 s ago');
    expect(wall({}, { simulated: true }).chip).toBe('live: Live · 5 s ago');
  });

  test('a level that is not known is no green, whatever the reason; lightning is told all the same, and why takes its turn', () => {
    expect(wall({}, { level: UNKNOWN }).chip).toBe('late: No data');
    const awaited = { chip: 'wait: Connecting', texts: ['Connecting'], below: 'No data yet.' };
    expect(wall({}, { level: 'awaited' })).toMatchObject(awaited);
    const texts = ['Lightning 1.9 km north-west of the area', 'Lightning 1.9 km north-west'];
    expect(wall({ near: NEAR }, { level: UNKNOWN })).toMatchObject({ texts, besides: ['Data is back'] });
  });

  test('late data is said in the chip and in words', () => {
    const readToMs = NOW - 2 * MINUTE_MS;
    const viewStatus = { kind: 'delayed', checkedMs: readToMs, slicesOnly: false } as const;
    expect(wall({ feed: { kind: 'late', readToMs } }, { viewStatus })).toMatchObject({
      chip: `late: ${textsFor('en').map.truth.delayed()} · 2 min`,
      texts: ['Data is delayed (complete to 12:28)'],
    });
    expect(wall({ feed: { kind: 'late', readToMs }, near: NEAR }, { viewStatus }).besides).toHaveLength(1);
  });

  test('a picture that is not drawn is never called live', () =>
    expect(wall({}, { rendered: 'stopped' }).chip).toBe('late: Map frozen'));
});
