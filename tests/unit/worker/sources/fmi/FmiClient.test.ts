import { afterEach, describe, expect, test } from 'vitest';
import { startFmi } from '#worker/dev/standIns/sources/startFmi.ts';
import type { KnownStrike } from '#worker/dev/standIns/sources/startSource.ts';
import { fmi } from '#worker/sources/fmi/FmiClient.ts';
import type { WindowSource } from '#worker/sources/port/StrikeSource.ts';
import { describeEveryFault } from '../everyFault.ts';

const NOW_MS = Date.UTC(2026, 6, 1, 12, 30);
const at = (text: string) => Date.parse(`2026-07-01T12:${text}Z`);
const HELSINKI = { west: 24, south: 60, east: 26, north: 61 };
const WINDOW = { bbox: HELSINKI, fromMs: at('00:00'), toMs: at('10:00') };

let standIn: Awaited<ReturnType<typeof startFmi>> | undefined;
afterEach(() => standIn?.close());

async function start(now = () => NOW_MS) {
  standIn = await startFmi(now);
  const source = fmi.make({ FMI_BASE_URL: standIn.url }, { fetch, clock: { now } }) as WindowSource;
  return { standIn, source };
}

const flash = (time: string, latitude: number, longitude: number, detail?: KnownStrike['detail']): KnownStrike => ({
  atMs: at(time),
  latitude,
  longitude,
  ...(detail ? { detail } : {}),
});

const STROKE = { type: 'ground', currentKa: -7, multiplicity: 3 } as const;
const circle = (radiusKm: number) => ({ semiMajorKm: radiusKm, semiMinorKm: radiusKm, azimuth: 0 });

/** Two that share second and place, two that are alike in all, and one of which nothing is known but where and when. */
const STORM = [
  flash('01:58', 60.4395, 24.4935, { ...STROKE, ellipse: circle(0.3) }),
  flash('01:58', 60.4395, 24.4935, { ...STROKE, currentKa: -6, ellipse: circle(0.3) }),
  flash('04:59', 60.3767, 24.5053, { type: 'cloud', currentKa: 8, ellipse: circle(0.9) }),
  flash('05:00', 60.3996, 24.5789, { type: 'cloud', currentKa: 5, multiplicity: 1 }),
  flash('05:00', 60.3996, 24.5789, { type: 'cloud', currentKa: 5, multiplicity: 1 }),
  flash('08:31', 60.4, 25.5),
];

const TWISTED = {
  exception: { kind: 'failed', reason: 'an exception report' },
  truncatedResponse: { kind: 'failed', reason: 'an exception report' },
  lessThanSaid: { kind: 'failed', reason: 'numberReturned is not the number of elements' },
  cutAndTold: { kind: 'strikes', rows: 3, truncated: true },
  swapped: { kind: 'strikes', rows: 6 },
  noPositions: { kind: 'failed', reason: 'an element without position, time, parameter or value' },
  byParameter: { kind: 'strikes', strikes: [] },
} as const;
type Twist = keyof typeof TWISTED;
const TWISTS = Object.keys(TWISTED) as Twist[];

describeEveryFault({
  name: 'FMI',
  start,
  twists: TWISTS,
  window: WINDOW,
  strikes: STORM,
});

describe('lightning of FMI', () => {
  test('is asked by box, west first, and whole seconds, one more at either end', async () => {
    const { standIn, source } = await start();
    await source.list({ bbox: { ...HELSINKI, west: 24.000_001 }, fromMs: at('00:00.500'), toMs: at('10:00.001') });
    expect(standIn.asked[0]?.pathname).toBe('/wfs');
    expect(Object.fromEntries(standIn.asked[0]?.searchParams ?? [])).toEqual({
      service: 'WFS',
      version: '2.0.0',
      request: 'getFeature',
      storedquery_id: 'fmi::observations::lightning::simple',
      bbox: '24,60,26,61',
      starttime: '2026-07-01T11:59:59Z',
      endtime: '2026-07-01T12:10:02Z',
    });
  });

  test('is told with what is known of each flash, and two of one second and place stay two', async () => {
    const { standIn, source } = await start();
    standIn.add(...STORM);
    const answer = await source.list(WINDOW);
    expect(answer).toMatchObject({ kind: 'strikes', rows: 6, truncated: false, skipped: [] });
    const strikes = answer.kind === 'strikes' ? answer.strikes : [];
    expect(strikes.map(({ id: _, ...strike }) => strike)).toEqual(STORM);
    expect(new Set(strikes.map(({ id }) => id)).size).toBe(6);
  });

  test('has the same ids in windows cut anywhere', async () => {
    const { standIn, source } = await start();
    standIn.add(...STORM);
    const idsOf = async (fromMs: number, toMs: number) => {
      const answer = await source.list({ ...WINDOW, fromMs, toMs });
      return answer.kind === 'strikes' ? answer.strikes.map(({ id }) => id) : [];
    };
    const whole = await idsOf(WINDOW.fromMs, WINDOW.toMs);
    const parts = [...(await idsOf(at('00:00'), at('05:00'))), ...(await idsOf(at('05:00'), at('10:00')))];
    expect(new Set(parts)).toEqual(new Set(whole));
  });

  test('is never asked from later than a minute before now, which FMI refuses', async () => {
    const clock = { ms: at('05:01') };
    const { source, standIn } = await start(() => clock.ms);
    standIn.add(flash('04:30', 60.5, 25));
    const answer = await source.list({ bbox: HELSINKI, fromMs: at('05:00'), toMs: at('05:03') });
    expect(answer).toMatchObject({ kind: 'strikes', rows: 1 });
  });

  test('is not asked for more than FMI answers at once, 168 hours', async () => {
    const { standIn, source } = await start();
    const fromMs = WINDOW.toMs - 167 * 3_600_000;
    expect(await source.list({ ...WINDOW, fromMs })).toMatchObject({ kind: 'strikes' });
    expect(await source.list({ ...WINDOW, fromMs: fromMs - 1 })).toMatchObject({ kind: 'oversized' });
    expect(standIn.asked).toHaveLength(1);
  });

  test.each(TWISTS)('whose answer is wrong as in %s is believed no further than it can be', async (twist) => {
    const { standIn, source } = await start();
    standIn.add(...STORM);
    standIn.fail(twist);
    expect(await source.list(WINDOW)).toMatchObject(TWISTED[twist]);
  });

  test('lies in a box that FMI takes, or the answer is a refusal', async () => {
    const { source } = await start();
    const bad = { ...HELSINKI, west: Number.NaN };
    expect(await source.list({ ...WINDOW, bbox: bad })).toMatchObject({ kind: 'rejected', denied: false });
  });
});
