import { afterEach, describe, expect, test } from 'vitest';
import { systemClock } from '#shared/time/Clock.ts';
import { startMeteomatics } from '#worker/dev/standIns/sources/startMeteomatics.ts';
import { meteomatics } from '#worker/sources/meteomatics/MeteomaticsClient.ts';
import type { WindowSource } from '#worker/sources/port/StrikeSource.ts';
import { sourceTable } from '#worker/sources/sourceTable.ts';
import { describeEveryFault } from '../everyFault.ts';

const at = (text: string) => Date.parse(`2026-07-01T12:${text}Z`);
const SOFIA = { west: 23, south: 42, east: 24, north: 43 };
const WINDOW = { bbox: SOFIA, fromMs: at('00:00'), toMs: at('10:00') };
const CREDENTIALS = { user: 'балкани', password: 'тайна:1' };

let standIn: Awaited<ReturnType<typeof startMeteomatics>> | undefined;
afterEach(() => standIn?.close());

async function start({ user, password } = CREDENTIALS) {
  standIn = await startMeteomatics(CREDENTIALS);
  const vars = { METEOMATICS_BASE_URL: standIn.url, METEOMATICS_USER: user, METEOMATICS_PASSWORD: password };
  const source = meteomatics.make(vars, { fetch, clock: systemClock }) as WindowSource;
  return { standIn, source };
}

/** Two alike in all, two of one second and place, and one of unknown current. */
const STORM = [
  { atMs: at('01:58'), latitude: 42.5489, longitude: 23.7126, detail: { currentKa: -36.3 } },
  { atMs: at('01:58'), latitude: 42.5489, longitude: 23.7126, detail: { currentKa: -36.3 } },
  { atMs: at('05:00'), latitude: 42.5703, longitude: 23.6809, detail: { currentKa: -26.3 } },
  { atMs: at('05:00'), latitude: 42.5703, longitude: 23.6809, detail: { currentKa: 57.9 } },
  { atMs: at('08:31'), latitude: 42.1, longitude: 23.1 },
];

const TWISTED = {
  otherUnit: { kind: 'failed', reason: 'the header lacks the column stroke_current:kA' },
  otherName: { kind: 'failed', reason: 'the header lacks the column stroke_lat:d' },
  noHeader: { kind: 'failed', reason: 'the header lacks the column stroke_time:sql' },
  otherOrder: { kind: 'strikes', rows: 5, strikes: [{}, {}, {}, {}, {}], skipped: [] },
  badRows: { kind: 'strikes', rows: 10, strikes: [{}, {}, {}, {}, {}], skipped: Array(5).fill('bad time') },
  shortRows: { kind: 'strikes', rows: 10, strikes: [{}, {}, {}, {}, {}] },
} as const;
type Twist = keyof typeof TWISTED;
const TWISTS = Object.keys(TWISTED) as Twist[];

describeEveryFault({ name: 'Meteomatics', start, twists: TWISTS, window: WINDOW, strikes: STORM });

describe('the lightning list of Meteomatics', () => {
  test('is asked by whole seconds, one more at either end, and corners, north first', async () => {
    const { standIn, source } = await start();
    await source.list({ bbox: { ...SOFIA, west: 23.000_001 }, fromMs: at('00:00.500'), toMs: at('10:00.001') });
    expect(standIn.asked[0]?.pathname).toBe('/get_lightning_list');
    expect(Object.fromEntries(standIn.asked[0]?.searchParams ?? [])).toEqual({
      time_range: '2026-07-01T11:59:59Z--2026-07-01T12:10:02Z',
      bounding_box: '43,23_42,24',
      format: 'csv',
    });
  });

  test('is read with currents where they are known, and two of one second and place stay two', async () => {
    const { standIn, source } = await start();
    standIn.add(...STORM);
    const answer = await source.list(WINDOW);
    expect(answer).toMatchObject({ kind: 'strikes', rows: 5, truncated: false, skipped: [] });
    const strikes = answer.kind === 'strikes' ? answer.strikes : [];
    expect(strikes.map(({ id: _, ...strike }) => strike)).toEqual(STORM);
    expect(new Set(strikes.map(({ id }) => id)).size).toBe(5);
  });

  test('of a quiet sky is a header alone', async () => {
    const { source } = await start();
    expect(await source.list(WINDOW)).toMatchObject({ kind: 'strikes', rows: 0, strikes: [] });
  });

  test.each(TWISTS)('that is other as in %s is believed no further than it can be', async (twist) => {
    const { standIn, source } = await start();
    standIn.add(...STORM);
    standIn.fail(twist);
    expect(await source.list(WINDOW)).toMatchObject(TWISTED[twist]);
  });

  test('is denied to whoever has no credentials, or others', async () => {
    const { source } = await start({ user: CREDENTIALS.user, password: 'other' });
    expect(await source.list(WINDOW)).toEqual({ kind: 'rejected', denied: true, reason: 'status 401' });
  });

  test.each([
    [{ METEOMATICS_USER: 'a' }, 'METEOMATICS_PASSWORD must be set: METEOMATICS_USER is'],
    [{ METEOMATICS_PASSWORD: 'b' }, 'METEOMATICS_USER must be set: METEOMATICS_PASSWORD is'],
    [{ METEOMATICS_USER: 'a:b', METEOMATICS_PASSWORD: 'c' }, 'METEOMATICS_USER must not contain a colon'],
    [{ METEOMATICS_BASE_URL: 'ftp://a.net' }, 'METEOMATICS_BASE_URL must be an http or https URL'],
  ])('needs variables other than %j', (variables, fault) => {
    expect(sourceTable.meteomatics(variables)).toEqual({ faults: [fault] });
  });

  test('is asked at Meteomatics itself unless a variable says where', () => {
    expect(sourceTable.meteomatics({})).toMatchObject({
      addresses: { METEOMATICS_BASE_URL: 'https://api.meteomatics.com' },
    });
  });
});
