import * as fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { describe, expect, test } from 'vitest';
import { xmlElement } from '#shared/http.ts';
import { LANGUAGES } from '#shared/languages.ts';
import { type NumberedStrike, toStrikes } from '#shared/strike.ts';
import { type AreaChange, type AreaState, LEVELS, type Level, type NearStrike } from '#shared/watch/Area.ts';
import type { AreaView, DeliveryView, RecipientView, WatchlistView } from '#shared/watch/bodies.ts';
import { newAreaState, watchArea } from '#shared/watch/watchArea.ts';
import { capErrors } from '#tests/support/cap/capErrors.ts';
import { pairs } from '#tests/support/pairs.ts';
import { CAMP_BODY, STORED_CAMP } from '#tests/support/watch/campBody.ts';
import { type LogEntry, logCsv } from '#worker/watch/areaLogs.ts';
import { LiveArea, nextAlarmMs, nextLookMs } from '#worker/watch/engine.ts';
import {
  atomFeed,
  capAlert,
  capArea,
  capRating,
  capTime,
  episodeOf,
  type FeedArea,
  notifiedChanges,
  type WatchlistChanges,
} from '#worker/watch/feeds.ts';
import { stateTag } from '#worker/watch/routes/watch.ts';
import { packState, unpackState } from '#worker/watch/watchlists.ts';

const START = Date.UTC(2026, 6, 1, 12);

/** What the Feed tells at that instant, when it has read everything up to the watermark. */
const snapshotAt = (nowMs: number, watermarkMs = nowMs - 1_000, seq = 1) => {
  return { epoch: 'e', seq, watermarkMs, providerNowMs: nowMs, gapBoxes: [], gapBoxesTruncated: false };
};

describe('feeds', () => {
  const AREA = '5d2c3a52-6a57-4f4e-9a8f-0a9c2f0d7a11';
  const CAMP: FeedArea = {
    id: AREA,
    name: 'Лагер <"&>',
    shape: { type: 'Point', coordinates: [23.32, 42.7] },
    ringsKm: [30, 16, 10],
  };
  const SITE = { origin: 'https://lightning.example.com', isSimulated: false };
  const strike = { ordinal: 7, atMs: START - 5_000, km: 6.54, bearing: 44 };

  function changeOf(change: number, kind: AreaChange['kind'], from: Level, to: Level): AreaChange {
    const atMs = START + change * 60_000;
    const cause = { strike: kind === 'raise' ? strike : null, correction: false, late: false, found: false };
    return { change, atMs, kind, from, to, watermarkMs: atMs, ...cause };
  }

  const STORM: readonly AreaChange[] = [
    changeOf(2, 'raise', 'clear', 'watch'),
    changeOf(3, 'raise', 'watch', 'stop'),
    changeOf(6, 'blind', 'stop', 'stop'),
    changeOf(7, 'sight', 'stop', 'stop'),
    changeOf(8, 'fall', 'stop', 'warning'),
    changeOf(9, 'fall', 'warning', 'clear'),
    changeOf(10, 'blind', 'clear', 'clear'),
    changeOf(11, 'raise', 'clear', 'stop'),
    changeOf(12, 'sight', 'stop', 'stop'),
    changeOf(13, 'fall', 'stop', 'clear'),
    changeOf(14, 'raise', 'clear', 'warning'),
  ];
  const watchlist = (language = 'bg'): WatchlistChanges => ({
    id: 'a'.repeat(32),
    language,
    timeZone: 'Europe/Sofia',
    createdMs: START,
    areas: [CAMP],
    changes: STORM.map((change) => ({ area: AREA, change })),
  });
  const capOf = (change: number, isSimulated = false, area = CAMP, language = 'bg') =>
    capAlert(watchlist(language), area, episodeOf(STORM, change), { ...SITE, isSimulated });
  const textOf = (document: string, name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(document)?.[1];

  describe('a CAP message', () => {
    test('is valid for every change, shape and language, in earnest and as an exercise', async () => {
      const corners = pairs('23,42 23.1,42 23.1,-42.1234 23,42');
      const shapes = [
        CAMP.shape,
        { type: 'LineString', coordinates: [corners[0], corners[1]] },
        { type: 'LineString', coordinates: corners.slice(0, 3) },
        { type: 'Polygon', coordinates: [corners] },
      ] as FeedArea['shape'][];
      const documents = STORM.flatMap(({ change }) =>
        shapes.flatMap((shape) =>
          LANGUAGES.flatMap((language) => [false, true].map((is) => capOf(change, is, { ...CAMP, shape }, language))),
        ),
      );
      expect([documents.length, await capErrors(...documents)]).toEqual([11 * 4 * 3 * 2, []]);
      expect(await capErrors(capOf(2).replace('>Alert<', '>Alarm<'))).not.toEqual([]);
    });

    test('begins with an alert, goes on with updates that name all before, and ends with an all-clear', () => {
      const kinds = STORM.map(({ change }) => {
        const document = capOf(change);
        const references = textOf(document, 'references')?.split(' ').length ?? 0;
        return [change, textOf(document, 'msgType'), textOf(document, 'responseType'), references];
      });
      expect(kinds).toEqual([
        [2, 'Alert', 'Monitor', 0],
        [3, 'Update', 'Shelter', 1],
        [6, 'Update', 'Shelter', 2],
        [7, 'Update', 'Shelter', 3],
        [8, 'Update', 'Prepare', 4],
        [9, 'Update', 'AllClear', 5],
        [10, 'Alert', 'Monitor', 0],
        [11, 'Update', 'Shelter', 1],
        [12, 'Update', 'Shelter', 2],
        [13, 'Update', 'AllClear', 3],
        [14, 'Alert', 'Prepare', 0],
      ]);
      const first = `lightning.example.com,${AREA}.2.${START + 120_000},2026-07-01T15:02:00+03:00`;
      expect(textOf(capOf(3), 'references')).toBe(first);
    });

    test('is an all-clear only where a level falls to clear: neither lowered, nor blind, nor seen again', () => {
      const kinds = ['raise', 'fall', 'blind', 'sight'] as const;
      const clear = kinds.flatMap((kind) =>
        LEVELS.filter((to) => capRating({ kind, to }).responseType === 'AllClear').map((to) => `${kind} ${to}`),
      );
      expect(clear).toEqual(['fall clear']);
    });

    test('of blindness is certain of nothing, and keeps the danger that was known', () => {
      expect(capRating({ kind: 'blind', to: 'stop' })).toMatchObject({ severity: 'Severe', certainty: 'Unknown' });
      expect(capRating({ kind: 'blind', to: 'clear' })).toMatchObject({ severity: 'Unknown', certainty: 'Unknown' });
      expect(capOf(6)).toContain('<valueName>unknown</valueName><value>true</value>');
    });

    test('says EXERCISE where strikes are simulated, and only there', () => {
      expect([textOf(capOf(2), 'status'), textOf(capOf(2, true), 'status')]).toEqual(['Actual', 'Exercise']);
      expect(textOf(capOf(2, true), 'headline')).toMatch(/^УЧЕНИЕ/);
    });

    test('gives a point the ring that was reached, and a polygon its corners, latitude first', () => {
      const { shape: _, ...rest } = CAMP;
      const ring = pairs('23,42 24,42 24,43 23,42');
      expect(capArea({ ...CAMP, name: 'x' }, 'warning')).toBe(
        '<area><areaDesc>x</areaDesc><circle>42.7,23.32 16</circle></area>',
      );
      const polygon = { ...rest, name: 'x', shape: { type: 'Polygon', coordinates: [ring] } } as FeedArea;
      expect(capArea(polygon, 'stop')).toContain('<polygon>42,23 42,24 43,24 42,23</polygon>');
    });

    test('tells times with the offset of that very instant, of UTC as -00:00', () => {
      const winterMs = Date.UTC(2026, 0, 1, 23, 30, 5, 900);
      expect(capTime(START, 'Europe/Sofia')).toBe('2026-07-01T15:00:00+03:00');
      expect(capTime(winterMs, 'Europe/Sofia')).toBe('2026-01-02T01:30:05+02:00');
      expect(capTime(START, 'UTC')).toBe('2026-07-01T12:00:00-00:00');
      expect(capTime(START, 'America/St_Johns')).toBe('2026-07-01T09:30:00-02:30');
    });
  });

  describe('an Atom feed', () => {
    const root = 'https://lightning.example.com/api/v1/watch/b/feeds/k';

    test('is well formed, has the newest change first, and the same ids every time', () => {
      const feed = atomFeed(watchlist('en'), root, SITE);
      const parser = new SaxesParser({ xmlns: true });
      parser.on('error', (error) => {
        throw error;
      });
      parser.write(feed).close();
      const ids = [...feed.matchAll(/<id>([^<]*)<\/id>/g)].map(([, id]) => id);
      expect(ids.slice(0, 2)).toEqual([
        `tag:lightning.example.com,2026:watch/${'a'.repeat(32)}`,
        `tag:lightning.example.com,2026:watch/${AREA}.14.${START + 14 * 60_000}`,
      ]);
      expect(new Set(ids).size).toBe(STORM.length + 1);
      expect(feed).toContain('<updated>2026-07-01T12:14:00.000Z</updated><author>');
      expect(feed).toContain(`href="${root}/cap/${AREA}/14.xml"`);
      expect(feed).toContain('<title>STOP: Лагер &lt;&quot;&amp;&gt;</title>');
    });

    test('without changes is as old as the watchlist', () => {
      const feed = atomFeed({ ...watchlist(), changes: [] }, root, SITE);
      expect(feed).toContain('<updated>2026-07-01T12:00:00.000Z</updated>');
      expect(feed).not.toContain('<entry>');
    });

    test('does not tell of sight that was never lost: a new area is unknown until its past was read', () => {
      const of = (changes: readonly AreaChange[]) => changes.map((change) => ({ area: AREA, change }));
      const first = changeOf(1, 'sight', 'clear', 'clear');
      expect(notifiedChanges(of([first, ...STORM]))).toEqual(of(STORM));
    });
  });

  test('an element without content is closed at once, and what is undefined in it is left out', () => {
    expect(xmlElement('a', [undefined, xmlElement('b', ''), undefined], { c: '"' })).toBe('<a c="&quot;"><b/></a>');
  });
});

describe('live area', () => {
  const area = (storedArea = STORED_CAMP) => new LiveArea(storedArea, 60_000);
  const strike = (ordinal: number, longitude: number, atMs: number) => {
    return { id: `s${ordinal}`, ordinal, longitude, latitude: 42.7, atMs };
  };

  const seen = (list: readonly NumberedStrike[]) => ({ strikes: toStrikes(list), rows: [...list.keys()] });

  test('a strike has its distance from the shape and its bearing from the middle; one beyond the outer ring is none', () => {
    const near = area().near(seen([strike(1, 23.44, START), strike(2, 23.8, START), strike(3, 23.2, START)]));
    expect(near).toEqual([
      { ordinal: 1, atMs: START, km: 9.81, bearing: 90 },
      { ordinal: 3, atMs: START, km: 9.81, bearing: 270 },
    ]);
  });

  test('which strikes are left out of a batch changes nothing, in whichever order they come, for points and polygons', () => {
    const reported = fc.array(
      fc.record({
        longitude: fc.double({ min: 22.9, max: 23.8, noNaN: true }),
        latitude: fc.double({ min: 42.4, max: 43, noNaN: true }),
        ageS: fc.nat(20),
      }),
      { minLength: 1, maxLength: 40 },
    );
    const square = pairs('23.3,42.68 23.36,42.68 23.36,42.72 23.3,42.72 23.3,42.68');
    const shapes = fc.constantFrom(STORED_CAMP.body.shape, {
      type: 'Polygon' as const,
      coordinates: [square] as [typeof square],
    });
    const snapshot = snapshotAt(START);
    fc.assert(
      fc.property(reported, shapes, fc.constantFrom(1, 3), (strikes, shape, least) => {
        const retained = { ...STORED_CAMP, body: { ...STORED_CAMP.body, shape, least } };
        const batch = strikes.map(({ ageS, ...at }, index) => ({
          ...strike(index + 1, 0, START - ageS * 1_000),
          ...at,
        }));
        const stepped = (near: ReturnType<LiveArea['near']>) =>
          area(retained).step({ strikes: near, snapshot, receivedMs: START, replayed: true, nowMs: START }).stored
            .state;
        const whole = batch.flatMap((one) => area(retained).near(seen([one])));
        const { strikes: columns, rows } = seen(batch);
        expect(stepped(area(retained).near({ strikes: columns, rows }))).toEqual(stepped(whole));
        expect(stepped(area(retained).near({ strikes: columns, rows: rows.toReversed() }))).toEqual(stepped(whole));
      }),
      { numRuns: 500 },
    );
  });

  test('strikes that are left out because a newer one was nearer change neither levels nor what follows', () => {
    const reported = fc.array(
      fc.record({ longitude: fc.double({ min: 23.32, max: 23.7, noNaN: true }), ageS: fc.nat(300) }),
      { minLength: 1, maxLength: 30 },
    );
    fc.assert(
      fc.property(reported, fc.constantFrom(1, 3), (strikes, least) => {
        const retained = { ...STORED_CAMP, body: { ...STORED_CAMP.body, least } };
        const [sparing, whole, none] = [area(retained), area(retained), area(retained)];
        strikes.forEach(({ longitude, ageS }, index) => {
          const nowMs = START + index * 5_000;
          const snapshot = snapshotAt(nowMs, nowMs - 1_000, index);
          const one = seen([strike(index + 1, longitude, nowMs - ageS * 1_000)]);
          const sighting = { snapshot, receivedMs: nowMs, replayed: true, nowMs };
          sparing.stored = sparing.step({ ...sighting, strikes: sparing.near(one) }).stored;
          whole.stored = whole.step({ ...sighting, strikes: none.near(one) }).stored;
          expect(sparing.stored.state).toEqual(whole.stored.state);
        });
      }),
      { numRuns: 500 },
    );
  });
});

describe('area row', () => {
  const MINUTE = 60_000;
  const STEP_MS = 10_000;
  const MOST_BYTES = 16_000;
  const POINT = { type: 'Point' as const, coordinates: [23.32, 42.7] as [number, number] };

  /** The longest body: 200 corners, and a name of eighty characters of four bytes. */
  const BODY = JSON.stringify({
    name: '⚡️'.repeat(80),
    kind: 'personal',
    shape: { type: 'Polygon', coordinates: [Array.from({ length: 201 }, () => [23.3219, 42.7009])] },
    ringsKm: [59.99, 59.99, 59.99],
    dwellMin: 59.5,
    least: 20,
    approachOnly: true,
  });
  const bytesOf = (state: AreaState) => new TextEncoder().encode(BODY + packState(state)).length;

  const rules = fc.record({
    shape: fc.constant(POINT),
    ringsKm: fc.constantFrom([60, 60, 60] as const, [60, 60, 1] as const, [60, 30, 10] as const, [30, 16, 10] as const),
    dwellMs: fc.constantFrom(10 * MINUTE, 30 * MINUTE, 60 * MINUTE),
    settleMs: fc.constant(MINUTE),
    least: fc.constantFrom(1, 2, 20),
    approachOnly: fc.boolean(),
  });
  /** A storm for some minutes: strikes an hour, from one distance to another. 114 an hour are 19 in ten minutes. */
  const spell = fc.record({
    minutes: fc.integer({ min: 1, max: 80 }),
    anHour: fc.oneof(
      { weight: 1, arbitrary: fc.constant<number>(100_000) },
      { weight: 4, arbitrary: fc.constantFrom<number>(6, 114, 600) },
    ),
    fromKm: fc.nat(60),
    toKm: fc.nat(60),
    isDataLost: fc.boolean(),
  });
  type Spell = typeof spell extends fc.Arbitrary<infer Value> ? Value : never;

  /** The largest row that the area has through the spells, one after the other. */
  function largestRow(area: Parameters<typeof watchArea>[0], spells: readonly Spell[]): number {
    let [state, nowMs, ordinal, watermarkMs, largest, backlog] = [newAreaState(), START, 9_000_000, START, 0, 0];
    for (const { minutes, anHour, fromKm, toKm, isDataLost: dataLost } of spells) {
      // At 100,000 an hour, three minutes fill all that there is to fill.
      const [beginMs, endMs] = [nowMs, nowMs + (anHour > 600 ? Math.min(minutes, 3) : minutes) * MINUTE];
      for (; nowMs < endMs; nowMs += STEP_MS) {
        const strikes: NearStrike[] = [];
        for (backlog += (anHour * STEP_MS) / 3_600_000; backlog >= 1; backlog -= 1) {
          const km = fromKm + ((toKm - fromKm) * (nowMs - beginMs)) / (endMs - beginMs) + (strikes.length % 100) / 100;
          // Between two strikes near the area many fall elsewhere.
          ordinal += 97;
          strikes.push({ ordinal, atMs: nowMs - strikes.length, km: Math.round(km * 100) / 100, bearing: 359 });
        }
        if (!dataLost) watermarkMs = nowMs - STEP_MS;
        const snapshot = { ...snapshotAt(nowMs, watermarkMs, ordinal), epoch: '0'.repeat(32) };
        state = watchArea(area, state, { strikes, snapshot, receivedMs: nowMs, replayed: true, nowMs }).state;
        if (strikes.length > 0) largest = Math.max(largest, bytesOf(state));
      }
    }
    return largest;
  }

  test('[WA16] the row of an area stays below 16 kB whatever falls: every rule, blind or not, at up to 100,000 strikes an hour', () =>
    fc.assert(
      fc.property(rules, fc.array(spell, { minLength: 1, maxLength: 4 }), (area, spells) => {
        expect(largestRow(area, spells)).toBeLessThanOrEqual(MOST_BYTES);
      }),
      { numRuns: 30 },
    ));

  test('[WA16] the row of an area stays below 16 kB while a storm moves off, one strike short of the number that is wanted, unseen', () => {
    const area = {
      shape: POINT,
      ringsKm: [60, 60, 1] as const,
      dwellMs: 60 * MINUTE,
      settleMs: MINUTE,
      least: 20,
      approachOnly: true,
    };
    const leaving = { minutes: 80, anHour: 113, fromKm: 0, toKm: 60, isDataLost: true };
    const largest = largestRow(area, [leaving, leaving, leaving]);
    expect(largest).toBeGreaterThan(9_000);
    expect(largest).toBeLessThanOrEqual(MOST_BYTES);
  });

  test('a state is read as it was written', () => {
    const strike = fc.record({ ordinal: fc.nat(), atMs: fc.nat(), km: fc.nat(60), bearing: fc.nat(359) });
    const waiting = fc.array(fc.tuple(fc.nat(), fc.nat()));
    fc.assert(
      fc.property(fc.array(strike), waiting, waiting, (frontier, watch, warning) => {
        const state: AreaState = {
          ...newAreaState(),
          frontier,
          waiting: [watch, warning],
          grid: [[1, 2, 3]],
          epoch: 'e',
        };
        expect(unpackState(packState(state))).toEqual(state);
      }),
    );
  });
});

describe('wakings', () => {
  const NEVER = Number.POSITIVE_INFINITY;

  test('the alarm is set for the next look or the next message, whichever is sooner, and never for now or before', () => {
    const at = (nextLookMs: number, dueMs?: number) => nextAlarmMs(1_000, { nextLookMs, dueMs, armedMs: undefined });
    expect(at(11_000)).toBe(11_000);
    expect(at(11_000, 4_000)).toBe(4_000);
    expect(at(NEVER, 4_000)).toBe(4_000);
    expect(at(NEVER)).toBeUndefined();
    expect(nextAlarmMs(1_000, { nextLookMs: 11_000, dueMs: 500, armedMs: undefined })).toBe(1_001);
  });

  test('an alarm that comes in time is left as it is; one that is late, or should have come, is set anew', () => {
    const armed = (armedMs: number) => nextAlarmMs(1_000, { nextLookMs: 11_000, dueMs: undefined, armedMs });
    expect(armed(8_000)).toBeUndefined();
    expect(armed(11_000)).toBeUndefined();
    expect(armed(12_000)).toBe(11_000);
    expect(armed(900)).toBe(11_000);
  });

  test('the next look comes when somebody is due, and a look that is overdue does not come again at once', () => {
    const look = { isHeld: true, wasReceived: true };
    expect(nextLookMs(1_000, { ...look, dueMs: Number.POSITIVE_INFINITY })).toBe(6_000);
    expect(nextLookMs(1_000, { ...look, dueMs: 3_400 })).toBe(3_400);
    expect(nextLookMs(1_000, { ...look, dueMs: 900 })).toBe(6_000);
    expect(nextLookMs(1_000, { isHeld: false, wasReceived: true, dueMs: 30_000 })).toBe(11_000);
    expect(nextLookMs(1_000, { isHeld: true, wasReceived: false, dueMs: 30_000 })).toBe(3_000);
  });
});

test('a log as CSV has a row for each line, and no cell that a spreadsheet takes for a formula', () => {
  const change: AreaChange = {
    change: 1,
    atMs: Date.UTC(2026, 5, 1, 12),
    kind: 'raise',
    from: 'clear',
    to: 'stop',
    strike: { ordinal: 7, atMs: Date.UTC(2026, 5, 1, 11, 59), km: 4.2, bearing: 270 },
    watermarkMs: Date.UTC(2026, 5, 1, 11, 59, 30),
    correction: false,
    late: true,
    found: false,
  };
  const entries: LogEntry[] = [
    { type: 'change', revision: 1, change },
    { type: 'note', atMs: 1, name: '=1+1', text: 'said "no", twice' },
    { type: 'recipient', atMs: 1, name: '', event: 'fire', fire: { id: 'f', km: 20.1, bearing: 90, chance: 0.7 } },
  ];
  const lines = entries.map((entry, index) => ({ line: index + 1, atMs: 1_000, entry }));
  const rows = logCsv(lines).split('\r\n');
  expect(rows[1]).toBe(
    `1,1970-01-01T00:00:01.000Z,raise,clear,stop,7,2026-06-01T11:59:00.000Z,4.2,270,2026-06-01T11:59:30.000Z,late`,
  );
  expect(rows[2]).toContain(`,"'=1+1: said ""no"", twice"`);
  expect(rows[3]).toContain(',recipient,,,,,20.1,90,,"fire f told, likely lightning, chance 0.7"');
  expect(rows).toHaveLength(5);
  const pruned = { lines: 1, untilMs: 1_000 };
  const truncated = logCsv(lines.slice(1), pruned).split('\r\n');
  expect(truncated[1]).toBe(`1,1970-01-01T00:00:01.000Z,pruned,,,,,,,,1 line is kept no more`);
  expect(truncated[2]).toBe(rows[2]);
  expect(logCsv(lines, pruned)).toBe(logCsv(lines));
});

describe('state tag', () => {
  const area: AreaView = {
    id: 'a',
    ...CAMP_BODY,
    revision: 1,
    change: 3,
    level: 'stop',
    unknown: false,
    delayed: false,
    completeTo: START,
  };
  const delivery: DeliveryView = {
    id: 'd',
    type: 'watch.raised',
    level: 'stop',
    area: 'a',
    recipient: 'r',
    change: 3,
    state: 'pending',
    decidedAt: START,
    attempts: 0,
  };
  const recipient: RecipientView = {
    id: 'r',
    channel: 'push',
    name: '',
    threshold: 'warning',
    target: 'push.example',
    state: 'proven',
    lastDelivery: delivery,
  };
  const view: WatchlistView = {
    id: 'b',
    language: 'en',
    timeZone: 'UTC',
    areas: [area],
    recipientSummary: { working: 1, total: 1 },
    recipients: [recipient],
    feed: { receivedAt: START, serverTime: START },
  };

  test('the tag of a state stays while nothing but the server’s time goes on', () => {
    expect(stateTag({ ...view, feed: { receivedAt: START, serverTime: START + 3_600_000 } })).toBe(stateTag(view));
    expect(stateTag(view)).toMatch(/^"[0-9a-f]{32}"$/);
  });

  test.each<[string, WatchlistView]>([
    ['a level', { ...view, areas: [{ ...area, level: 'warning' }] }],
    ['sight', { ...view, areas: [{ ...area, unknown: true }] }],
    ['a countdown', { ...view, areas: [{ ...area, allClearNotBefore: START }] }],
    ['an area that is gone', { ...view, areas: [] }],
    ['a recipient', { ...view, recipients: [{ ...recipient, state: 'dead' }] }],
    ['how many are told', { ...view, recipientSummary: { working: 0, total: 1 } }],
    ['a delivery', { ...view, recipients: [{ ...recipient, lastDelivery: { ...delivery, state: 'sent' } }] }],
    ['the language', { ...view, language: 'bg' }],
    ['that nobody is shown', { ...view, recipients: undefined }],
  ])('the tag of a state changes with %s', (_, other) => {
    expect(stateTag(other)).not.toBe(stateTag(view));
  });

  test('how far the data goes counts in steps of 10 s: what is held is never older than that', () => {
    const later = (ms: number) => {
      const feed = { receivedAt: START + ms, serverTime: START + ms };
      return stateTag({ ...view, areas: [{ ...area, completeTo: START + ms }], feed });
    };
    expect(later(9_999)).toBe(stateTag(view));
    expect(later(10_000)).not.toBe(stateTag(view));
  });
});
