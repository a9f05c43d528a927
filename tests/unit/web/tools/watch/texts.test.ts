import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { HOME_BOX as HOME } from '#shared/geo/BBox.ts';
import { LANGUAGES } from '#shared/languages.ts';
import {
  type AreaChange,
  type AreaState,
  compareLevels,
  DEFAULT_DWELL_MS,
  LATE_REPORT_MS,
  LEVELS,
} from '#shared/watch/Area.ts';
import {
  type AreaView,
  type DeliveryView,
  MESSAGE_TYPES,
  type MessageType,
  type RecipientView,
} from '#shared/watch/bodies.ts';
import { newAreaState, type Sighting, watchArea } from '#shared/watch/watchArea.ts';
import type { FeedState } from '#shared/wire/FeedEvent.ts';
import { strikesToColumns } from '#shared/wire/StrikeColumns.ts';
import { SATELLITE } from '#tests/support/satelliteSource.ts';
import { LOCALES, type Locale, loadTexts, textsFor } from '#web/kit/i18n/index.ts';
import { StrikeStore } from '#web/sky/StrikeStore.ts';
import { deliveryText } from '#web/tools/watch/recipients/recipients.ts';
import { waitsOf } from '#web/tools/watch/StateBanner.tsx';
import { alarmOf, isNotified, urgencyOf } from '#web/tools/watch/useAlarm.ts';
import { areaOf, dataLossCause, nearStrikes, receivedSnapshot, sightingOf } from '#web/tools/watch/watchedArea.ts';
import { logLines, reportedLines } from '#web/tools/watch/watchlist/logLines.ts';
import { serverEvaluated } from '#web/tools/watch/watchlist/useWatchlist.ts';
import { changeText, displayedLevelOf, flooredKmText, leftText, secondsText } from '#web/tools/watch/watchTexts.ts';
import { type EvaluatedArea, NOTHING_VISIBLE, visibleChanges, worstLevel } from '#web/tools/watch/worstLevel.ts';

const NOW = Date.UTC(2026, 6, 1, 12);
const AT = NOW + 190_000;

describe('sighting of', () => {
  const SOFIA = { latitude: 42.6977, longitude: 23.3219 };
  const PLACE = {
    shape: { type: 'Point', coordinates: [SOFIA.longitude, SOFIA.latitude] },
    name: 'Sofia',
    ringsKm: [30, 16, 10],
    dwellMin: 30,
  } as const;
  const AREA = areaOf(PLACE);
  const AREAS = { home: HOME, coverage: HOME };
  /** The provider's clock is five minutes slow, this device's ten seconds. */
  const OFFSET = -300_000;
  const DEVICE = 10_000;

  const feedState = (parts: Partial<FeedState> = {}): FeedState => ({
    state: 'live',
    lastSuccessMs: NOW,
    newestStrikeMs: null,
    typicalDelayMs: null,
    epoch: 'a',
    completeToMs: NOW + OFFSET - 5_000,
    providerOffsetMs: OFFSET,
    ...parts,
  });

  const receivedAt = (receivedMs: number, feed = feedState()) => ({
    reported: { seq: 7, receivedAtMs: receivedMs - DEVICE, feed },
    clockOffsetMs: DEVICE,
    areas: AREAS,
  });

  test('strikes near a place are those within the outermost ring, with distance and bearing, since the given time', () => {
    const store = new StrikeStore({ capacity: 10, maxAgeMs: 3_600_000, epochMs: NOW });
    const strike = { id: 's', ordinal: 1, latitude: 42.8, longitude: SOFIA.longitude, atMs: NOW };
    const others = [{ latitude: SOFIA.latitude, longitude: 23.2 }, { latitude: 43 }, { atMs: NOW - 2_000 }];
    const rows = [strike, ...others.map((changes, index) => ({ ...strike, ordinal: index + 2, ...changes }))];
    store.append(strikesToColumns(rows), NOW);
    expect(nearStrikes(store, AREA, SOFIA, NOW - 1_000)).toMatchObject([
      { ordinal: 1, km: expect.closeTo(11.4, 1), bearing: expect.closeTo(0, 1) },
      { ordinal: 2, bearing: expect.closeTo(270, 0) },
    ]);
  });

  test('the Feed’s word is passed on as it was when it was heard, times being the provider’s', () => {
    const gapBoxes: FeedState['gapBoxes'] = [[20, 40, 21, 41, NOW - 60_000, NOW]];
    expect(receivedSnapshot(feedState({ gapBoxes, gapBoxesTruncated: true }), 7, NOW)).toEqual({
      epoch: 'a',
      seq: 7,
      gapBoxes,
      gapBoxesTruncated: true,
      watermarkMs: NOW + OFFSET - 5_000,
      providerNowMs: NOW + OFFSET,
    });
  });

  test.each<[string, Partial<FeedState>]>([
    ['is down', { state: 'down' }],
    ['does not say how far it has read, as an older server', { completeToMs: undefined }],
    ['has no epoch', { epoch: undefined }],
    ['does not tell the provider’s clock', { providerOffsetMs: undefined }],
  ])('there is no word of a feed that %s', (_, parts) => expect(receivedSnapshot(feedState(parts), 7, NOW)).toBeNull());

  describe('what the machine is told', () => {
    test('holds nothing before every strike of the window is held', () => {
      const sighting = sightingOf(AREA, { reported: null, clockOffsetMs: 0, areas: AREAS }, [], NOW);
      expect(sighting).toEqual({ strikes: [], snapshot: null, receivedMs: null, replayed: false, nowMs: NOW });
    });

    test('says when the word was heard by the server’s clock', () => {
      const sighting = sightingOf(AREA, receivedAt(NOW - 4_000), [], NOW);
      expect([sighting.receivedMs, sighting.snapshot?.providerNowMs]).toEqual([NOW - 4_000, NOW - 4_000 + OFFSET]);
      expect(sighting.replayed).toBe(true);
    });

    test('has no word on a place whose rings reach beyond home, nor before it is known where home is', () => {
      const vienna = areaOf({ ...PLACE, shape: { type: 'Point', coordinates: [16, 47.9] } });
      expect(sightingOf(vienna, receivedAt(NOW), [], NOW).snapshot).toBeNull();
      expect(sightingOf(AREA, { ...receivedAt(NOW), areas: null }, [], NOW).snapshot).toBeNull();
      expect(sightingOf(AREA, receivedAt(NOW), [], NOW).snapshot).not.toBeNull();
    });
  });

  describe('with the machine', () => {
    const strike = { ordinal: 1, atMs: NOW + OFFSET - 60_000, km: 8, bearing: 0 };
    const step = (state: AreaState, sighting: ReturnType<typeof sightingOf>) => watchArea(AREA, state, sighting).state;
    const start = step(newAreaState(), sightingOf(AREA, receivedAt(NOW), [strike], NOW));

    test('a strike within the stop ring is seen as stop', () =>
      expect(start).toMatchObject({ level: 'stop', dataStatus: 'seen' }));

    test.each([
      ['is cut', () => receivedAt(NOW)],
      ['has gone down', (nowMs: number) => receivedAt(nowMs, feedState({ state: 'down' }))],
      ['comes from an older server now', (nowMs: number) => receivedAt(nowMs, feedState({ completeToMs: undefined }))],
      ['stands still', (nowMs: number) => receivedAt(nowMs)],
    ])('a feed that %s is unknown within 125 s and never clear, however long it lasts', (_, viewAt) => {
      let state = start;
      let clears = 0;
      for (let seconds = 0; seconds <= 3_600; seconds += 5) {
        const nowMs = NOW + seconds * 1_000;
        state = step(state, sightingOf(AREA, viewAt(nowMs), [strike], nowMs));
        if (seconds > 120) expect(state.dataStatus).toBe('unknown');
        if (state.dataStatus !== 'unknown' && state.level === 'clear') clears += 1;
      }
      expect(clears).toBe(0);
      expect(state.level).toBe('stop');
    });

    test('the Feed begins another epoch, and another: nothing is lost while its strikes load, if that takes two minutes at most', () => {
      const loading = { ...receivedAt(NOW), reported: null };
      const sightingAt = (nowMs: number, before: Sighting) => sightingOf(AREA, loading, [], nowMs, before);
      const first = sightingOf(AREA, receivedAt(NOW), [strike], NOW);
      const [second, third] = [sightingAt(NOW + 1_000, first), sightingAt(NOW + 2_000, first)];
      const feed = feedState({ epoch: 'c', completeToMs: NOW + OFFSET });
      const loaded = sightingOf(AREA, receivedAt(NOW + 3_000, feed), [strike], NOW + 3_000);
      const changes = [second, third, loaded].reduce(
        ({ state, kinds }, sighting) => {
          const next = watchArea(AREA, state, sighting);
          return { state: next.state, kinds: [...kinds, ...next.changes.map(({ kind }) => kind)] };
        },
        { state: start, kinds: [] as string[] },
      );
      expect(changes).toMatchObject({ kinds: [], state: { epoch: 'c', level: 'stop', dataStatus: 'seen' } });
      expect(step(start, sightingAt(NOW + 121_000, third)).dataStatus).toBe('unknown');
      // A place that is chosen meanwhile was never evaluated.
      expect(step(newAreaState(), sightingOf(AREA, loading, [], NOW + 1_000)).dataStatus).toBe('unknown');
    });

    test('the all-clear comes once the data is complete to dwell and settle after the strike, not before', () => {
      const heldMs = DEFAULT_DWELL_MS + LATE_REPORT_MS;
      let state = start;
      let clearAtMs = 0;
      for (let seconds = 0; seconds <= 2_400 && clearAtMs === 0; seconds += 5) {
        const nowMs = NOW + seconds * 1_000;
        const feed = feedState({ completeToMs: nowMs + OFFSET - 5_000, lastSuccessMs: nowMs });
        state = step(state, sightingOf(AREA, receivedAt(nowMs, feed), [strike], nowMs));
        if (state.level === 'clear') clearAtMs = nowMs;
      }
      expect(clearAtMs - (strike.atMs - OFFSET)).toBe(heldMs + 5_000);
    });
  });

  describe('the reason of blindness', () => {
    const view = {
      startedAtMs: NOW - 60_000,
      clockOffsetMs: 0,
      receivedAtMs: NOW - 1_000,
      failing: false,
      feed: feedState(),
      reported: receivedAt(NOW - 1_000).reported,
      areas: AREAS,
      primary: null,
    };
    const sighting = sightingOf(AREA, receivedAt(NOW - 1_000), [], NOW);
    const unreported = sightingOf(AREA, { reported: null, clockOffsetMs: 0, areas: AREAS }, [], NOW);

    test.each([
      ['source', { ...view, primary: SATELLITE }, sighting],
      ['outside', { ...view, areas: { home: { ...HOME, east: 23.4 }, coverage: HOME } }, sighting],
      ['loading', { ...view, startedAtMs: NOW - 1_000, receivedAtMs: null }, unreported],
      ['connection', { ...view, receivedAtMs: null }, unreported],
      ['connection', { ...view, receivedAtMs: NOW - 61_000 }, sighting],
      ['connection', { ...view, failing: true }, unreported],
      ['loading', view, unreported],
      ['loading', { ...view, reported: null }, sighting],
      ['feed', { ...view, feed: feedState({ state: 'down' }) }, sighting],
      ['server', { ...view, feed: feedState({ completeToMs: undefined }) }, sighting],
      ['settling', view, sighting],
    ] as const)('is %s', (cause, seen, sighting) => expect(dataLossCause(AREA, seen, sighting)).toBe(cause));

    test('is a network that is silent, or a part of the area that was not read', () => {
      const old = sightingOf(AREA, receivedAt(NOW, feedState({ completeToMs: NOW + OFFSET - 61_000 })), [], NOW);
      expect(dataLossCause(AREA, view, old)).toBe('feed');
      const gap: FeedState['gapBoxes'] = [[23, 42, 24, 43, NOW + OFFSET - 400_000, NOW + OFFSET - 300_000]];
      expect(dataLossCause(AREA, view, sightingOf(AREA, receivedAt(NOW, feedState({ gapBoxes: gap })), [], NOW))).toBe(
        'gaps',
      );
    });
  });
});

describe('change text', () => {
  beforeAll(() => Promise.all(LOCALES.map((locale) => loadTexts(locale, ['watch']))));
  const CHANGE: AreaChange = {
    change: 1,
    atMs: AT,
    kind: 'raise',
    from: 'clear',
    to: 'warning',
    strike: { ordinal: 1, atMs: AT - 300_000, km: 14.2, bearing: 315 },
    watermarkMs: AT,
    correction: false,
    late: false,
    found: false,
  };
  const ALL = ['raise', 'same', 'again', 'countdown', 'fall', 'delayed', 'blind', 'sight'] as const;

  function textOf(parts: Partial<AreaChange>, locale: Locale = 'en'): string {
    const context = { LL: textsFor(locale), locale, ringsKm: [30, 16, 10], offsetMs: -300_000 };
    return changeText({ ...CHANGE, ...parts }, context);
  }

  test('a rise names the strike, where and when it fell by our clock; a fall says all clear only where it ends at clear', () => {
    const time = secondsText(AT, 'en');
    expect(textOf({})).toBe(`Warning: strike 14 km north-west at ${time}`);
    expect(textOf({ late: true })).toBe(`Warning: strike 14 km north-west at ${time}, reported late`);
    expect(textOf({ correction: true })).toContain('reported after the data was taken as complete');
    expect(textOf({ strike: null })).toBe('Warning');
    expect(textOf({ kind: 'fall', from: 'stop', to: 'clear' })).toBe('All clear');
    expect(textOf({ kind: 'fall', from: 'stop', to: 'watch' })).toBe('Lowered from Stop to Watch');
  });

  test.each(ALL)('%s has a sentence of its own in every language', (kind) => {
    const sentences = LOCALES.map((locale) => textOf({ kind, to: 'stop' }, locale));
    expect(new Set(sentences).size).toBe(LOCALES.length);
    for (const sentence of sentences) expect(sentence).toMatch(/^\S.+[^.]$/);
  });

  test('sound is for a rise to warning or stop, the all-clear and blindness; a notification also for a rise to watch', () => {
    const of = (kind: AreaChange['kind'], to: AreaChange['to']) => ({ ...CHANGE, kind, to });
    expect(alarmOf(of('raise', 'watch'))).toBeUndefined();
    expect([alarmOf(of('raise', 'warning')), alarmOf(of('raise', 'stop'))]).toEqual(['danger', 'danger']);
    expect([alarmOf(of('fall', 'clear')), alarmOf(of('fall', 'watch'))]).toEqual(['clear', undefined]);
    expect(ALL.filter((kind) => alarmOf(of(kind, 'stop')))).toEqual(['raise', 'blind']);
    expect(ALL.filter((kind) => isNotified(of(kind, 'watch')))).toEqual(['raise', 'blind']);
    expect(isNotified(of('fall', 'clear'))).toBe(true);
    const found = { ...of('raise', 'stop'), found: true };
    expect([alarmOf(found), isNotified(found)]).toEqual([undefined, false]);
  });

  test('a rise and blindness are read out at once, the rest when its turn comes, a strike in the same ring not at all', () => {
    const [assertive, polite] = ['assertive', 'polite'];
    const expected = [assertive, undefined, polite, polite, polite, polite, assertive, polite];
    expect(ALL.map((kind) => urgencyOf({ ...CHANGE, kind }))).toEqual(expected);
  });

  test('a countdown tells when stop ends, and the all-clear apart from it where strikes further out hold it back', () => {
    const shape = { type: 'Point', coordinates: [23, 42] } as const;
    const area = areaOf({ shape, name: '', ringsKm: [30, 16, 10], dwellMin: 30 });
    const lastMs = AT - 600_000;
    const endMs = lastMs + 31 * 60_000;
    const none = { stopNotBeforeMs: null, allClearNotBeforeMs: endMs };
    const countdown = { ...none, stopNotBeforeMs: endMs };
    const same = [lastMs, lastMs, lastMs] as const;
    const clear = { of: 'clear', atMs: endMs };
    expect(waitsOf(area, { countdown: null, lastMs: same }, 0)).toEqual([]);
    expect(waitsOf(area, { countdown, lastMs: same }, 5_000)).toEqual([{ ...clear, atMs: endMs - 5_000 }]);
    const further = [
      { of: 'stop', atMs: endMs },
      { of: 'clear', atMs: AT + 31 * 60_000 },
    ];
    expect(waitsOf(area, { countdown, lastMs: [AT, AT, lastMs] }, 0)).toEqual(further);
    expect(waitsOf(area, { countdown: none, lastMs: [null, null, null] }, 0)).toEqual([clear]);
  });

  test('what is left is rounded up, distances down: neither makes safer than it is', () => {
    expect([leftText(1), leftText(60_000), leftText(725_001), leftText(-5)]).toEqual(['0:01', '1:00', '12:06', '0:00']);
    expect([flooredKmText(10.9, 'en'), flooredKmText(9.99, 'en'), flooredKmText(0, 'en')]).toEqual(['10', '9.9', '0']);
  });
});

describe('more dangerous', () => {
  const AREA = {
    ...({ shape: { type: 'Point', coordinates: [23.3, 42.7] }, ringsKm: [30, 16, 10] } as const),
    dwellMs: 1_800_000,
    settleMs: 60_000,
    least: 1,
  };
  const COUNTDOWN = { stopNotBeforeMs: NOW + 60_000, allClearNotBeforeMs: NOW + 60_000 };
  const seen = (level: EvaluatedArea['level'], parts: Partial<EvaluatedArea> = {}) =>
    ({ ...newAreaState(), level, dataStatus: 'seen', watermarkMs: NOW, ...parts }) as const;
  const unknown = (level: EvaluatedArea['level']) => seen(level, { dataStatus: 'unknown' });

  const evaluated = fc
    .record({ level: fc.constantFrom(...LEVELS), dataStatus: fc.constantFrom('seen', 'delayed', 'unknown') })
    .map((parts) => seen(parts.level, { dataStatus: parts.dataStatus as EvaluatedArea['dataStatus'] }));

  describe('of page and server the more dangerous is shown', () => {
    test.each([
      ['clear', seen('clear'), seen('clear')],
      ['warning', seen('clear'), seen('warning')],
      ['stop', seen('stop'), seen('clear')],
      ['unknown', seen('clear'), unknown('clear')],
      ['unknown', unknown('clear'), seen('clear')],
      ['unknown', seen('warning'), unknown('clear')],
      ['stop', seen('stop'), unknown('clear')],
      ['stop', unknown('clear'), seen('stop')],
      ['unknown', unknown('stop'), seen('warning')],
    ] as const)('%s', (visible, page, server) => expect(displayedLevelOf(worstLevel(page, server))).toBe(visible));

    test('never clear while one of them is blind or sees more, whichever it is', () =>
      fc.assert(
        fc.property(evaluated, evaluated, (page, server) => {
          const both = worstLevel(page, server);
          expect(displayedLevelOf(both)).toBe(displayedLevelOf(worstLevel(server, page)));
          for (const one of [page, server]) {
            expect(compareLevels(both.level, one.level)).toBeGreaterThanOrEqual(0);
            if (displayedLevelOf(one) !== 'clear') expect(displayedLevelOf(both)).not.toBe('clear');
            if (displayedLevelOf(one) === 'stop') expect(displayedLevelOf(both)).toBe('stop');
          }
        }),
      ));

    test('it counts down only if each that is at stop does, and is complete as far as both are', () => {
      const counting = seen('stop', { countdown: COUNTDOWN });
      expect(worstLevel(counting, seen('stop')).countdown).toBeNull();
      expect(worstLevel(seen('stop'), counting).countdown).toBeNull();
      expect(worstLevel(counting, seen('clear')).countdown).toEqual(COUNTDOWN);
      expect(worstLevel(seen('clear'), counting).countdown).toEqual(COUNTDOWN);
      const behind = seen('clear', { watermarkMs: NOW - 30_000, dataStatus: 'delayed' });
      expect(worstLevel(seen('clear'), behind)).toMatchObject({ watermarkMs: NOW - 30_000, dataStatus: 'delayed' });
    });
  });

  describe('the server’s state', () => {
    const view = { level: 'warning', unknown: false, delayed: false, completeTo: NOW } as AreaView;

    test('counts for two minutes after it was read; then the server’s watch is unknown', () => {
      expect(displayedLevelOf(serverEvaluated(view, NOW, NOW + 120_000))).toBe('warning');
      expect(serverEvaluated(view, NOW, NOW + 120_001)).toMatchObject({ level: 'warning', dataStatus: 'unknown' });
      expect(displayedLevelOf(serverEvaluated(undefined, NOW, NOW))).toBe('unknown');
      expect(displayedLevelOf(serverEvaluated(view, null, NOW))).toBe('unknown');
      expect(displayedLevelOf(serverEvaluated({ ...view, unknown: true }, NOW, NOW))).toBe('unknown');
    });

    test('brings its nearest and newest strike, each once', () => {
      const near = { ordinal: 7, timestampMs: NOW, distanceKm: 9, bearingDeg: 90 };
      expect(serverEvaluated({ ...view, nearest: near, newest: near }, NOW, NOW).frontier).toEqual([
        { ordinal: 7, atMs: NOW, km: 9, bearing: 90 },
      ]);
    });
  });

  describe('what is told of what is shown', () => {
    const strike = { ordinal: 1, atMs: NOW - 5_000, km: 8, bearing: 0 };

    test('each change of level or sight once, and nothing while it stays', () => {
      const first = visibleChanges(NOTHING_VISIBLE, AREA, seen('clear'), NOW, 0);
      expect(first.changes.map(({ kind }) => kind)).toEqual(['sight']);
      expect(visibleChanges(first, AREA, seen('clear'), NOW + 1, 0)).toBe(first);
      const stop = visibleChanges(first, AREA, seen('stop', { frontier: [strike] }), NOW, 0);
      expect(stop.changes[0]).toMatchObject({ kind: 'raise', from: 'clear', to: 'stop', strike, found: false });
      const deleted = visibleChanges(stop, AREA, unknown('stop'), NOW, 0);
      expect(deleted.changes[0]).toMatchObject({ kind: 'blind', change: 3 });
      const back = visibleChanges(deleted, AREA, seen('clear'), NOW, 0);
      expect(back.changes.slice(0, 2).map(({ kind }) => kind)).toEqual(['fall', 'sight']);
    });

    test('what fell long before the first look is found, no news; what rises later is news however old its strike', () => {
      const old = seen('stop', { frontier: [{ ...strike, atMs: NOW - 600_000 }] });
      expect(visibleChanges(NOTHING_VISIBLE, AREA, old, NOW, 0).changes[0]).toMatchObject({
        kind: 'raise',
        found: true,
      });
      const clear = visibleChanges(NOTHING_VISIBLE, AREA, seen('clear'), NOW, 0);
      expect(visibleChanges(clear, AREA, old, NOW, 0).changes[0]).toMatchObject({ kind: 'raise', found: false });
    });
  });
});

const UNTIL_MS = new Date(2026, 6, 1, 14, 5, 6).getTime();
const ENTRIES = [
  { type: 'recipient', name: 'Ана', event: 'muted', untilMs: UNTIL_MS },
  { type: 'recipient', name: 'Ана', event: 'muted', untilMs: UNTIL_MS, untilClear: true },
  { type: 'recipient', name: 'Ана', event: 'escalated', afterMin: 5 },
  { type: 'recipient', name: 'Ана', event: 'added', waitsFor: 'start' },
  { type: 'recipient', name: 'Ана', event: 'heard' },
  { type: 'recipient', name: '', event: 'fire', fire: { id: 'f', km: 20.12, bearing: 90, chance: 0.7 } },
  { type: 'recipient', name: '', event: 'fireCorrected', fire: { id: 'f', km: 5.25, bearing: 90, chance: 0.1 } },
  { type: 'recipient', name: 'Ана', event: 'of a later release' },
];

test('the log says who is muted until when, who was told because nobody confirmed, and of which fire, in every language', async () => {
  const messages = await Promise.all(
    LANGUAGES.map(async (language) => {
      await loadTexts(language, ['watch']);
      const lines = ENTRIES.map((entry, line) => ({ line, atMs: 0, entry }));
      const texts = textsFor(language);
      const visibleLines = logLines(
        lines,
        9,
        texts,
        () => '',
        () => [],
        language,
      );
      return visibleLines.map(({ sentence }) => sentence).reverse();
    }),
  );
  expect(messages).toEqual([
    [
      'Ана is muted until 14:05:06',
      'Ана is muted until the all-clear, until 14:05:06 at the latest',
      'Nobody confirmed within 5 min: Ана was notified',
      'Ана: added, waiting for Start in Telegram',
      'Ана: verified, now receiving alerts',
      'Fire alert sent (distance 20 km): likely lightning',
      'Fire corrected (distance 5.3 km): no longer likely lightning',
    ],
    [
      'Ана: пауза до 14:05:06',
      'Ана: пауза до отбоя, самое позднее до 14:05:06',
      'За 5 мин никто не подтвердил тревогу: оповещён следующий, Ана',
      'Ана: добавлено, ждём Start в Telegram',
      'Ана: проверен, теперь получает оповещения',
      'Отправлено сообщение о пожаре (расстояние 20 км): вероятно от молнии',
      'Отправлена поправка о пожаре (расстояние 5,3 км): уже не считается вероятно от молнии',
    ],
    [
      'Ана: без известия до 14:05:06',
      'Ана: без известия до отбоя, най-късно до 14:05:06',
      '5 мин никой не потвърди тревогата: известие получи следващият, Ана',
      'Ана: добавено, чака се Start в Telegram',
      'Ана: потвърден, вече получава известия',
      'Изпратено е съобщение за пожар (разстояние 20 км): вероятно от мълния',
      'Изпратена е поправка за пожар (разстояние 5,3 км): вече не се смята за вероятно от мълния',
    ],
  ]);
});

describe('told lines', () => {
  const SENT: DeliveryView = {
    id: 'a.3.r',
    type: 'watch.raised',
    level: 'stop',
    area: 'a',
    recipient: 'r',
    change: 3,
    state: 'sent',
    strikeAt: 10_000,
    decidedAt: 12_000,
    sentAt: 14_000,
    attempts: 1,
  };

  beforeAll(() => loadTexts('en', ['watch']));

  const nameOf = (id: string) => (id === 'r' ? 'Siren' : undefined);
  const texts = (...parts: readonly Partial<DeliveryView>[]) => {
    const deliveries = parts.map((part) => ({ ...SENT, ...part }));
    return reportedLines(deliveries, 'a', 3, nameOf, textsFor('en'));
  };

  test.each<[string, Partial<DeliveryView>, string]>([
    ['the seconds after the strike', {}, 'Siren: sent 4 s after the strike'],
    [
      'confirmation',
      { state: 'confirmed', confirmedAt: 16_200 },
      'Siren: sent 4 s after the strike, confirmed after 6 s',
    ],
    ['the seconds after the decision where no strike is', { strikeAt: undefined }, 'Siren: sent after 2 s'],
    ['that it was not sent', { state: 'dead', sentAt: undefined }, 'Siren: could not be delivered'],
    ['what replaced it', { state: 'superseded', sentAt: undefined }, 'Siren: replaced by a newer message'],
    ['no name once it is gone', { state: 'pending', sentAt: undefined, recipient: 'x' }, 'Somebody: on its way'],
  ])('who was told of a change stands with %s', (_, delivery, line) => expect(texts(delivery)).toEqual([line]));

  test('messages of other changes and areas, and those of none, are left out', () =>
    expect(texts({ change: 2 }, { area: 'b' }, { type: 'watch.test' }, { type: 'watch.notice' })).toEqual([]));
});

describe('delivery text', () => {
  beforeAll(() => Promise.all(LOCALES.map((locale) => loadTexts(locale, ['watch']))));

  function textOf(type: MessageType, locale: Locale = 'en'): string {
    const recipient: RecipientView = {
      id: 'r',
      channel: 'webhook',
      name: 'Hook',
      threshold: 'stop',
      target: 'hook.example',
      state: 'proven',
      lastDelivery: {
        id: 'd',
        type,
        level: 'clear',
        area: null,
        recipient: 'r',
        change: 0,
        state: 'confirmed',
        decidedAt: AT,
        confirmedAt: AT + 1_000,
        attempts: 1,
      },
    };
    return deliveryText(recipient, textsFor(locale), locale);
  }

  /** These tell the level that was reached, and say it in its own word. */
  const OF_LEVEL: readonly MessageType[] = ['watch.raised', 'watch.lowered', 'watch.all-clear'];

  test.each(LOCALES)(
    'only a message about a level is told by its word alone; each other kind has its own (%s)',
    (locale) => {
      const clear = textOf('watch.all-clear', locale);
      const others = MESSAGE_TYPES.filter((type) => !OF_LEVEL.includes(type)).map((type) => textOf(type, locale));
      expect(new Set([clear, ...others]).size).toBe(1 + others.length);
      expect(OF_LEVEL.map((type) => textOf(type, locale))).toEqual(OF_LEVEL.map(() => clear));
    },
  );

  test('the challenge of a hook is never told as an all-clear, and a message of a kind that is not known as such', () => {
    expect(textOf('watch.challenge')).toContain('Last: check of the webhook at');
    expect(textOf('watch.challenge')).not.toContain('Clear');
    expect(textOf('watch.novelty' as MessageType)).toContain('unknown message type');
  });
});
