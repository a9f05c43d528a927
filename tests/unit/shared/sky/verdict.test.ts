import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HOME_BOX, HOME_TOWN } from '#shared/geo/BBox.ts';
import { verdictTexts } from '#shared/i18n/serverTexts.ts';
import { LANGUAGES } from '#shared/languages.ts';
import type { ForecastResult } from '#shared/nowcast/arrivalAt.ts';
import { levelAround, placeFacts, type ServerSky, strikeRows } from '#shared/sky/placeFacts.ts';
import { type SkyFacts, type StrikeFact, verdictOf } from '#shared/sky/verdictOf.ts';
import { noAlertsText } from '#shared/sky/verdictText.ts';
import { SATELLITE } from '#tests/support/satelliteSource.ts';
import { AreaPlay, MINUTE, SOFIA, START, strikeAt } from '#tests/unit/shared/watch/AreaPlay.ts';
import { MINUTE_MS, NOW, textOf } from './aSky.ts';

test.each(LANGUAGES)('what may guard nothing is said with its age, in %s', (language) => {
  const texts = verdictTexts[language];
  expect(noAlertsText(SATELLITE, texts)).toContain('15\u00a0');
  expect(noAlertsText({ ...SATELLITE, kind: 'total-flash' }, texts)).not.toBe(noAlertsText(SATELLITE, texts));
  expect(noAlertsText({ ...SATELLITE, supportsAlerts: true }, texts)).toBeUndefined();
});

describe('place facts', () => {
  const QUIET: ServerSky = {
    nowMs: NOW,
    simulated: false,
    supportsAlerts: true,
    home: HOME_BOX,
    strikes: strikeRows([]),
    isWhole: true,
    feed: { state: 'live', lastSuccessMs: NOW - 3_000 },
  };
  const strike = (minutes: number, north: number) => ({
    atMs: NOW - minutes * 60_000,
    latitude: HOME_TOWN.latitude + north,
    longitude: HOME_TOWN.longitude,
  });
  const leadOf = (sky: Partial<ServerSky> | undefined, at = HOME_TOWN) =>
    verdictOf(placeFacts(at, sky && { ...QUIET, ...sky }, 'visitor', { kind: 'none' }, NOW)).lead;

  test.each([
    ['all was read and nothing struck', {}, { kind: 'none' }],
    ['part was not read', { isWhole: false }, { kind: 'unsure', why: 'gaps' }],
    ['the feed is late', { feed: { state: 'delayed', lastSuccessMs: NOW } }, { kind: 'unsure', why: 'late' }],
    ['the feed is down', { feed: { state: 'down', lastSuccessMs: 1 } }, { kind: 'blind', sinceMs: 1 }],
    ['nothing answers', undefined, { kind: 'blind', sinceMs: null }],
  ] as const)('of a place, if %s, that is what is said without the stream', (_, sky, lead) =>
    expect(leadOf(sky)).toMatchObject(lead),
  );

  test('the nearest of the last ten minutes within 100 km leads, else the last within 30 km, as on the map, else the newest', () => {
    const [far, near, beyond, last, later] = [
      strike(1, 0.5),
      strike(2, 0.1),
      strike(3, 3),
      strike(30, 0.02),
      strike(20, 0.5),
    ];
    const leadOfStrikes = (...strikes: ReturnType<typeof strike>[]) => leadOf({ strikes: strikeRows(strikes) });
    expect(leadOfStrikes(far, near, beyond, last)).toMatchObject({ kind: 'near', strike: { atMs: near.atMs } });
    expect(leadOfStrikes(beyond, last)).toMatchObject({ kind: 'last', strike: { atMs: last.atMs } });
    expect(leadOfStrikes(later, last)).toMatchObject({ kind: 'last', strike: { atMs: last.atMs } });
    expect(leadOfStrikes(later)).toMatchObject({ kind: 'last', strike: { atMs: later.atMs } });
  });

  test('outside home nothing is said of the sky', () =>
    expect(leadOf({}, { latitude: 60, longitude: 10 })).toEqual({ kind: 'outside' }));
});

describe('say verdict', () => {
  type Reported = Extract<SkyFacts['cells'], { kind: 'told' }>;
  const strike = (minutesAgo: number, km: number, bearing = 315): StrikeFact => ({
    atMs: NOW - minutesAgo * MINUTE_MS,
    away: { km, bearing },
  });
  const near = strike(40 / 60, 16);
  const last = strike(25, 12);
  const report = (result: Partial<ForecastResult>, more: Partial<Reported> = {}): Reported => ({
    ...({ kind: 'told', atMs: NOW } as const),
    result: { state: 'quiet', p30: 0.1, p60: 0.1, ...result },
    ...more,
  });
  const approaching: ForecastResult = { state: 'approaching', p30: 0.6, p60: 0.8, etaMin: 16, range80: [9, 26] };

  test.each<[string, Partial<SkyFacts>, readonly [en: string, ru: string, bg: string]]>([
    [
      'what comes, and when',
      { near, cells: report(approaching) },
      [
        'Lightning 16 km north-west, 40 s ago. Coming closer. With you in about 15 min (8 in 10: 9 to 26). Lightning within 10 km: about 2 in 3 within 30 min, about 3 in 4 within an hour.',
        'Молния в 16 км к северо-западу, 40 с назад. Приближается. У вас примерно через 15 мин (в 8 случаях из 10 — через 9–26). Вероятность молнии ближе 10 км: примерно 2 из 3 за 30 мин, примерно 3 из 4 за час.',
        'Мълния на 16 км на северозапад, преди 40 с. Приближава. При вас след около 15 мин (в 8 от 10 случая: след 9 до 26). Мълния на под 10 км: около 2 от 3 в следващите 30 мин, около 3 от 4 в следващия час.',
      ],
    ],
    [
      'a quiet sky that was read',
      {},
      [
        'No lightning within 100 km in the last hour. Data is complete.',
        'Молний ближе 100 км за последний час нет. Данные полные.',
        'Няма мълнии на по-малко от 100 км през последния час. Данните са пълни.',
      ],
    ],
    [
      'a storm that has moved off',
      { last, trend: 'further' },
      [
        'Last strike 12 km north-west, 25 min ago, moving off.',
        'Последняя молния в 12 км к северо-западу, 25 мин назад, гроза удаляется.',
        'Последна мълния на 12 км на северозапад, преди 25 мин, бурята се отдалечава.',
      ],
    ],
    [
      'a dead feed, with a level held',
      { feed: { kind: 'down', sinceMs: NOW - 28 * MINUTE_MS }, last: strike(30, 6), held: { level: 'stop' } },
      [
        'No data since 12:02. Lightning may be missing. Last known: lightning 6 km north-west at 12:00. Last known: STOP. Treat it as still active.',
        'Нет данных с 12:02. Части молний может не быть. Последнее известное: молния в 6 км к северо-западу, в 12:00. Последнее известное: СТОП. Считайте, что он ещё действует.',
        'Няма данни от 12:02. Може да липсват мълнии. Последно известно: мълния на 6 км на северозапад в 12:00. Последно известно: СТОП. Приемете, че още е в сила.',
      ],
    ],
    [
      'the past, by its own clock',
      { feed: { kind: 'past' }, near: strike(2, 64, 90) },
      [
        'As it was at 12:30. Lightning 64 km east at 12:28.',
        'Как было: 12:30. Молния в 64 км к востоку, в 12:28.',
        'Както беше: 12:30. Мълния на 64 км на изток в 12:28.',
      ],
    ],
    [
      'a last strike without a name, outside the view',
      { from: 'centre', last: { ...strike(25, 95), inView: false } },
      [
        'Last strike outside this view, 25 min ago.',
        'Последняя молния за пределами видимой карты, 25 мин назад.',
        'Последна мълния извън видимата карта, преди 25 мин.',
      ],
    ],
    [
      'a strike without a name, in view',
      { from: 'centre', near: { ...strike(2, 5), inView: true } },
      [
        'Lightning in view, 2 min ago.',
        'Молния на видимой карте, 2 мин назад.',
        'Мълния на видимата карта, преди 2 мин.',
      ],
    ],
  ])('of each sky it is said in three languages %s', (_, facts, texts) =>
    expect(LANGUAGES.map((language) => textOf(facts, language))).toEqual(texts),
  );

  test.each<[string, Partial<SkyFacts>, string]>([
    ['connecting', { feed: { kind: 'starting' } }, 'Connecting: no data yet.'],
    ['another source', { feed: { kind: 'switching' } }, 'Switching data source. Please wait.'],
    ['not watched', { feed: { kind: 'outside' } }, 'Outside our coverage. Unknown.'],
    ['counts by the hour', { feed: { kind: 'past', counted: true } }, 'Hourly counts only.'],
    ['never any data', { feed: { kind: 'down', sinceMs: null } }, 'No data. Lightning may be near.'],
    [
      'no network',
      { feed: { kind: 'down', sinceMs: NOW - MINUTE_MS, restored: true } },
      'No connection. Saved at 12:29; may be out of date.',
    ],
    [
      'late, and nothing known',
      { feed: { kind: 'late', readToMs: NOW - MINUTE_MS } },
      'Data is delayed (complete to 12:29). Lightning may be missing.',
    ],
    [
      'late, and something known',
      { feed: { kind: 'late', readToMs: null }, near },
      'Lightning 16 km north-west, 40 s ago. Data is delayed.',
    ],
    ['not all read, nothing known', { read: 'gaps' }, 'Data is incomplete. There may be lightning.'],
    [
      'not all read, something known',
      { read: 'gaps', near, trend: 'further' },
      'Lightning 16 km north-west, 40 s ago. Data is incomplete: there may be more, or closer.',
    ],
    ['loading', { read: 'loading' }, 'Still loading. There may be lightning.'],
    [
      'a source that may not guard',
      { supportsAlerts: false },
      'No lightning reported within 100 km in the last hour, but this source misses some.',
    ],
    ['simulated', { simulated: true }, 'Data is complete. Simulated data.'],
    ['a shorter question', { requestedMs: 10 * MINUTE_MS }, 'No lightning within 100 km in the last 10 min.'],
    [
      'a view that nothing is measured from',
      { from: undefined, withinKm: null },
      'No lightning in view in the last hour.',
    ],
    [
      'a held level, with nothing left to tell',
      { held: { level: 'watch', allClearNotBeforeMs: NOW + 5 * MINUTE_MS } },
      'Watch. All-clear not before 12:35.',
    ],
    [
      'a held level over a storm that moves off',
      { held: { level: 'warning' }, last, trend: 'further', cells: report({}) },
      'Warning. Last strike 12 km north-west, 25 min ago.',
    ],
    ['lightning in the area itself', { from: 'area', near: strike(1, 0) }, 'Lightning inside the area, 1 min ago.'],
    ['lightning in the outline', { from: 'outline', near: strike(1, 0) }, 'Lightning inside the area, 1 min ago.'],
    ['beside the outline', { from: 'outline', near }, 'Lightning 16 km north-west of the area, 40 s ago.'],
    [
      'nothing in the outline or near it',
      { from: 'outline', withinKm: 30 },
      'No lightning in the area or within 30 km of it in the last hour. Data is complete.',
    ],
    [
      'passing by, and unlikely',
      { near, cells: report({ state: 'passing' }) },
      'Passing by. Lightning within 10 km: about 1 in 10 within 30 min, about 1 in 10 within an hour.',
    ],
    [
      'passing by, and likely: it does not say that it passes',
      { near, cells: report({ state: 'passing', p60: 0.5 }) },
      '40 s ago. Lightning within 10 km: about 1 in 10 within 30 min, about 1 in 2 within an hour.',
    ],
    [
      'a storm overhead that moves off is no comfort',
      { near: strike(1, 4), trend: 'further', cells: report({ state: 'away' }) },
      'Lightning 4 km north-west, 1 min ago.',
    ],
    [
      'coming, but unlikely',
      { near, cells: report({ ...approaching, p30: 0.2, p60: 0.3 }) },
      'Coming closer. If it comes: in about 15 min (8 in 10: 9 to 26).',
    ],
    [
      'what has not held lately',
      { near, cells: report(approaching, { withheld: ['chance', 'eta'], partial: true }) },
      'Coming closer. Arrival time withheld: recent forecasts were inaccurate. Chance withheld: recent forecasts were inaccurate. Data is incomplete: there may be more storms.',
    ],
    ['carried over the place', { near, cells: report({ state: 'here' }) }, 'It may be with you any minute.'],
    ['cells that are late', { near, cells: { kind: 'late' } }, '40 s ago. No forecast: data is delayed.'],
  ])('%s', (_, facts, text) => expect(textOf(facts)).toContain(text));

  test('minutes count from now on, not from when the forecast was made, and end in any minute', () => {
    const since = (minutes: number) =>
      textOf({ near, cells: report(approaching, { atMs: NOW - minutes * MINUTE_MS }) });
    expect(since(6)).toContain('in about 10 min (8 in 10: 3 to 20)');
    expect(since(30)).toContain('any minute');
  });

  test.each(LANGUAGES)('nothing is called safe, or sure, in %s', (language) => {
    const comfort = /safe|безопас|сигурн|гаранти|certain|\b0 |100/i;
    for (const p of [0, 1])
      expect(textOf({ near, cells: report({ state: 'unclear', p30: p, p60: p }) }, language)).not.toMatch(comfort);
  });
});

describe('the level of a place', () => {
  const AT = { longitude: SOFIA.shape.coordinates[0] as number, latitude: SOFIA.shape.coordinates[1] as number };
  const north = (km: number) => ({ ...AT, latitude: AT.latitude + km / 111.195 });
  const one = fc.record({ minute: fc.integer({ min: 0, max: 60 }), km: fc.constantFrom(2, 9, 11, 15, 17, 29, 31) });
  const fallen = fc.array(one, { maxLength: 12 });

  test('is what Watch holds with the rings it begins with, at every minute and of any strikes', () => {
    fc.assert(
      fc.property(fallen, fc.integer({ min: 1, max: 100 }), (strikes, nowMinute) => {
        const watched = new AreaPlay();
        for (let minute = 0; minute <= nowMinute; minute += 1) {
          const now = strikes.filter((strike) => strike.minute === minute);
          watched.at(
            minute,
            now.map(({ km }) => strikeAt(minute, km)),
            minute,
          );
        }
        const reported = strikes.filter(({ minute }) => minute <= nowMinute);
        const rows = strikeRows(reported.map(({ minute, km }) => ({ ...north(km), atMs: START + minute * MINUTE })));
        const nowMs = START + nowMinute * MINUTE;
        expect(levelAround(rows, AT, { nowMs, readToMs: nowMs })?.level ?? 'clear').toBe(watched.state.level);
      }),
    );
  });

  test('rises by a strike although nothing was read, and falls only as far as the sky was read', () => {
    const rows = strikeRows([{ ...AT, atMs: NOW - 40 * MINUTE_MS }]);
    expect(levelAround(rows, AT, { nowMs: NOW, readToMs: NOW })).toBeUndefined();
    const held = { level: 'stop', allClearNotBeforeMs: NOW - 9 * MINUTE_MS };
    expect(levelAround(rows, AT, { nowMs: NOW, readToMs: NOW - 10 * MINUTE_MS })).toEqual(held);
    expect(levelAround(rows, AT, { nowMs: NOW - 39 * MINUTE_MS, readToMs: null })?.level).toBe('stop');
  });
});
