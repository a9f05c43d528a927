import * as fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { HOME_BOX as HOME } from '#shared/geo/BBox.ts';
import { circleAround, type Position } from '#shared/geo/geodesy.ts';
import { distanceFrom } from '#shared/geo/Shape.ts';
import { type NearStrike, reachOf } from '#shared/watch/Area.ts';
import {
  AreaBody,
  areaOfBody,
  NameBody,
  NoteBody,
  OptionalNameBody,
  placeError,
  RecipientBody,
} from '#shared/watch/bodies.ts';
import { areaWatermarkMs, gridWith, isApproaching } from '#shared/watch/watchArea.ts';
import { pairs } from '#tests/support/pairs.ts';
import { SQUARE } from '#tests/support/shapes.ts';
import { AreaPlay, MINUTE, SOFIA, START, snapshotAt, strikeAt } from './AreaPlay.ts';

describe('area body', () => {
  const POINT = { name: 'Camp', kind: 'site', shape: { type: 'Point', coordinates: [23.32, 42.7] } };
  type Corner = [number, number];

  const polygon = (ring: Corner[]) => ({ ...POINT, shape: { type: 'Polygon', coordinates: [ring] } });
  const parse = (body: unknown) => v.safeParse(AreaBody, body);
  const rulesBroken = (body: unknown) => parse(body).issues?.map((issue) => [v.getDotPath(issue), issue.message]);
  const errorOf = (body: unknown) => placeError(v.parse(AreaBody, body), HOME);

  test('a point and a name are enough; the rules are 30, 16 and 10 km, 30 min, one strike', () => {
    const body = v.parse(AreaBody, POINT);
    const rules = { ringsKm: [30, 16, 10], dwellMs: 1_800_000, settleMs: 60_000, least: 1, approachOnly: false };
    expect(areaOfBody(body, 60_000)).toEqual({ shape: POINT.shape, ...rules });
  });

  test('positions are kept to some ten metres, and corners that fall together there are one, before they are judged', () => {
    const body = v.parse(AreaBody, { ...POINT, shape: { type: 'Point', coordinates: [23.321_987, 42.697_712] } });
    expect(body.shape.coordinates).toEqual([23.322, 42.697_7]);
    const near = polygon(pairs('23.3,42.6 23.45,42.6 23.45003,42.60002 23.45,42.72 23.3,42.72 23.3,42.6'));
    const retained = pairs('23.3,42.6 23.45,42.6 23.45,42.72 23.3,42.72 23.3,42.6');
    expect(v.parse(AreaBody, near).shape.coordinates).toEqual([retained]);
    expect(errorOf(near)).toBeNull();
  });

  test.each([
    [{ name: ' ' }, 'name', 'nameRequired'],
    [{ kind: 'other' }, 'kind', 'personal or site'],
    [{ ringsKm: [10, 16, 30] }, 'ringsKm', 'order'],
    [{ ringsKm: [61, 16, 10] }, 'ringsKm.0', 'range'],
    [{ ringsKm: [30, 16] }, 'ringsKm.2', 'numberExpected'],
    [{ dwellMin: 61 }, 'dwellMin', 'range'],
    [{ dwellMin: 9.9 }, 'dwellMin', 'range'],
    [{ least: 1.5 }, 'least', 'wholeExpected'],
    [{ shape: { type: 'Point', coordinates: [23, 91] } }, 'shape.coordinates.1', 'range'],
    [{ shape: { type: 'Circle' } }, 'shape.type', 'type'],
  ])('a bad field is named with its rule %j', (change, field, rule) =>
    expect(rulesBroken({ ...POINT, ...change })?.[0]).toEqual([field, rule]),
  );

  describe('a place that cannot be watched is told why', () => {
    const star: Corner[] = pairs('23,42 24,43 24,42 23,43 23,42');
    const touching: Corner[] = pairs('23,42 24,42 24,43 23.5,42 23,43 23,42');
    const circle = (corners: number): Corner[] =>
      Array.from({ length: corners + 1 }, (_, at) => {
        const angle = ((at % corners) / corners) * 2 * Math.PI;
        return [23 + Math.cos(angle) / 10, 42.5 + Math.sin(angle) / 10];
      });
    test.each([
      ['its edges cross', polygon(star), 'crossing'],
      ['a corner lies on an edge', polygon(touching), 'crossing'],
      ['it folds back on itself', polygon(pairs('23,42 24,42 23.5,42 23.5,43 23,42')), 'crossing'],
      ['it is not closed', polygon(pairs('23,42 24,42 24,43 23,43')), 'open'],
      ['it has two corners', polygon(pairs('23,42 24,42 23,42')), 'corners'],
      ['it is over 300 km across', polygon(pairs('20,42 24,42 24,43 20,43 20,42')), 'across'],
      ['it lies at the pole', { ...POINT, shape: { type: 'Point', coordinates: [23, 89] } }, 'poles'],
      ['a ring leaves home', { ...POINT, shape: { type: 'Point', coordinates: [23, 47.9] } }, 'outside-coverage'],
      ['a line of one corner', { ...POINT, shape: { type: 'LineString', coordinates: [[23, 42]] } }, 'corners'],
    ])('%s', (_, body, error) => expect(errorOf(body)).toBe(error));

    test('200 corners can be watched, 201 cannot; a line may cross itself', () => {
      expect(errorOf(polygon(circle(200)))).toBeNull();
      expect(rulesBroken(polygon(circle(201)))?.[0]).toEqual(['shape.coordinates.0', 'corners']);
      expect(errorOf({ ...POINT, shape: { type: 'LineString', coordinates: star } })).toBeNull();
    });
  });
});

const ruleOf = (name: unknown) => {
  const parsed = v.safeParse(NameBody, name);
  return parsed.success ? parsed.output : `refused: ${parsed.issues[0].message}`;
};
const coded = (...codes: number[]) => `A${String.fromCodePoint(...codes)}B`;

describe('a name that others read', () => {
  test.each(
    Object.entries({
      NUL: 0,
      'new line': 10,
      'line separator': 0x2028,
      'paragraph separator': 0x2029,
      escape: 0x1b,
      'C1 control': 0x85,
      'right-to-left override': 0x202e,
      isolate: 0x2067,
      'direction mark': 0x200f,
      'half of a pair': 0xd800,
    }),
  )('holds no %s', (_, code) => expect(ruleOf(coded(code))).toBe('refused: unprintable'));

  test.each(
    Object.entries({
      'zero-width spaces': [0x200b, 0x200b],
      joiners: [0x200d],
      'Hangul fillers': [0x3164, 0x115f],
      'soft hyphens': [0xad],
      'blanks of Braille': [0x2800],
      'tags without their flag': [0xe0041],
    }),
  )('is not made of %s alone', (_, codes) => expect(ruleOf(String.fromCodePoint(...codes))).toBe('refused: invisible'));

  test('is required, unless there need be none, and kept in one form, however it was typed', () => {
    for (const name of ['', '  ', String.fromCodePoint(0xfeff)]) expect(ruleOf(name)).toBe('refused: nameRequired');
    for (const name of [undefined, ' ']) expect(v.parse(OptionalNameBody, name)).toBe('');
    expect(ruleOf(' Cafe\u0301 ')).toBe('Caf\u00e9');
    expect(ruleOf('\u0438\u0306')).toBe('\u0439');
  });

  test('has 80 signs at most, as a reader counts them', () => {
    const family = String.fromCodePoint(0x1f468, 0x200d, 0x1f469, 0x200d, 0x1f467);
    for (const sign of ['a', '\u0431', 'q\u0301', family]) {
      expect(ruleOf(sign.repeat(80))).toBe(sign.repeat(80));
      expect(ruleOf(sign.repeat(81))).toBe('refused: tooLong');
    }
    expect(ruleOf(`a${'\u0301'.repeat(5_000)}`)).toBe('refused: tooLong');
  });

  test.each(['Стадион „Васил Левски“', "Pitch 2 (O'Brien & Co.)", '火', 'نادي', '⚡', '12'])('may be %s', (name) =>
    expect(ruleOf(name)).toBe(name),
  );

  test('is an area’s, a note’s and a recipient’s, and the refusal names the field and the rule', () => {
    const name = coded(0x202e);
    for (const [schema, body] of [
      [AreaBody, { name, kind: 'site', shape: { type: 'Point', coordinates: [23, 42] } }],
      [NoteBody, { name }],
      [RecipientBody, { name, channel: 'webhook', url: 'https://example.org/' }],
    ] as const) {
      const issues = v.safeParse(schema, body).issues ?? [];
      expect(issues.map((issue) => [v.getDotPath(issue), issue.message])).toContainEqual(['name', 'unprintable']);
    }
  });
});

describe('reach of', () => {
  const at = (latitude: number, longitude: number): Position => ({ latitude, longitude });
  const reach = reachOf({ shape: SQUARE, ringsKm: [30, 16, 10] });

  test('the reach of an area holds all that lies within its outermost ring', () => {
    for (const [longitude, latitude] of circleAround(at(43, 24), 30)) {
      expect(longitude).toBeLessThanOrEqual(reach.east);
      expect(latitude).toBeLessThanOrEqual(reach.north);
    }
    expect(distanceFrom(SQUARE)(at(reach.north, 23.5))).toBeGreaterThanOrEqual(30);
  });

  test('[WA7] without a mark, with gaps left untold, or ahead of the provider, no watermark is taken on trust', () => {
    const hold = 31 * MINUTE;
    expect(areaWatermarkMs(snapshotAt(null, START), reach, hold)).toBeNull();
    expect(areaWatermarkMs({ ...snapshotAt(START, START), gapBoxesTruncated: true }, reach, hold)).toBeNull();
    expect(areaWatermarkMs(snapshotAt(START + MINUTE, START), reach, hold)).toBe(START);
  });

  test('[WA7] of two gaps that follow one another the older one counts, until the hold lies after both', () => {
    const gaps = [
      [23, 42, 24, 43, START - 10 * MINUTE, START - 9 * MINUTE],
      [23, 42, 24, 43, START - 35 * MINUTE, START - 34 * MINUTE],
    ] as const;
    const at = (minute: number) =>
      areaWatermarkMs(snapshotAt(START + minute * MINUTE, START + minute * MINUTE, gaps), reach, 31 * MINUTE);
    expect(at(0)).toBe(START - 35 * MINUTE);
    expect(at(21)).toBe(START - 35 * MINUTE);
    expect(at(22)).toBe(START + 22 * MINUTE);
  });
});

describe('approach grid', () => {
  /** Three strikes in each of the three bins that end at minute 15, so many km away. */
  const bins = (...kms: readonly number[]) =>
    kms.flatMap((km, bin) => [1, 2, 3].map((minute) => strikeAt(bin * 5 + minute, km)));
  const atEnd = (strikes: readonly NearStrike[]) => isApproaching(gridWith([], strikes), START + 15 * MINUTE - 1);

  test('[WA14] whether strikes come closer is told by the nearest tenth over three bins of five minutes, from 2 km on', () => {
    expect(atEnd(bins(28, 25, 22))).toBe(true);
    for (const [first = 0, second = 0, third = 0] of [
      [28, 27.5, 27],
      [22, 25, 28],
      [25, 25, 25],
    ])
      expect(atEnd(bins(first, second, third))).toBe(false);
  });

  test('[WA14] that strikes come closer cannot be denied where a bin has fewer than three', () => {
    expect(atEnd([])).toBe(true);
    expect(atEnd(bins(22, 25, 28).slice(0, 8))).toBe(true);
  });

  test('[WA14] strikes of one cell of 30 s × 1 km count once, in whichever order and however often they are told', () => {
    const reported = fc.array(
      fc.record({ atMs: fc.integer({ min: START, max: START + 40 * MINUTE }), km: fc.nat(60) }),
    );
    fc.assert(
      fc.property(reported, reported, (some, others) => {
        const apart = gridWith(gridWith([], some), [...others, ...some].reverse());
        expect(apart).toEqual(gridWith([], [...some, ...others]));
        expect(apart.length).toBeLessThanOrEqual(30);
      }),
    );
  });

  describe('an area of which only what approaches is to be told', () => {
    const area = { ...SOFIA, approachOnly: true };
    const levels = (watched: AreaPlay) => watched.changes.flatMap(({ kind, to }) => (kind === 'raise' ? [to] : []));
    const threeBefore = (minute: number, km: number) => [0.2, 0.5, 0.8].map((part) => strikeAt(minute - 1 + part, km));
    /** What fell before it was watched, far enough back to fill each bin. */
    const passing = Array.from({ length: 45 }, (_, index) => strikeAt(-15 + index / 3, 25));

    /** A storm that moves from one distance to another in 20 minutes, four strikes a minute, told as it falls. */
    function storm(fromKm: number, toKm: number, watched = new AreaPlay(area)): AreaPlay {
      for (let minute = 1; minute <= 20; minute += 1) {
        const km = fromKm + ((toKm - fromKm) * minute) / 20;
        watched.at(minute, minute < 2 ? [] : [0, 0.2, 0.4, 0.6].map((part) => strikeAt(minute - 1 + part, km)));
      }
      return watched;
    }

    test('[WA14] is raised by a storm that comes closer, and goes on to its end when that turns away', () => {
      const watched = storm(29, 12);
      expect(levels(watched)[0]).toBe('watch');
      expect(watched.state.level).toBe('warning');
    });

    test('[WA14] at stop is never held back', () => {
      const watched = new AreaPlay(area);
      for (let minute = 1; minute <= 16; minute += 1) watched.at(minute, threeBefore(minute, 29));
      expect(watched.at(17, [strikeAt(16.9, 5)]).state.level).toBe('stop');
    });

    test('[WA14] stays clear beside a storm that passes by, once enough of it was seen', () => {
      const quiet = new AreaPlay(area).at(0.1, passing);
      for (let minute = 1; minute <= 30; minute += 1) quiet.at(minute, threeBefore(minute, 25));
      expect(levels(quiet)).toEqual([]);
      expect(quiet.state.level).toBe('clear');
    });

    test('[WA14] is not raised by the part of a storm that was read first, but for stop', () => {
      const reading = (strikes: readonly NearStrike[], replayed: boolean) => ({
        strikes,
        snapshot: snapshotAt(START - MINUTE / 6, START),
        receivedMs: START,
        replayed,
        nowMs: START,
      });
      const watched = new AreaPlay(area).step(reading(passing.slice(-4), false));
      expect([watched.state.level, watched.state.dataStatus]).toEqual(['clear', 'unknown']);
      watched.step(reading(passing, true));
      expect(watched.state.level).toBe('clear');
      const near = new AreaPlay(area).step(reading([strikeAt(-1, 5)], false));
      expect(near.state.level).toBe('stop');
    });
  });
});
