import { afterEach, describe, expect, test } from 'vitest';
import { HOME_BOX } from '#shared/geo/Areas.ts';
import type { Clock } from '#shared/time/Clock.ts';
import { MINUTE_MS } from '#shared/time/hourKey.ts';
import { probeSource } from '#worker/dev/local/probe/probeSource.ts';
import { scriptedSource } from '#worker/dev/simulator/sky/scriptedSource.ts';
import { type Simulator, startSimulator } from '#worker/dev/simulator/startSimulator.ts';
import { startMtgLi } from '#worker/dev/standIns/sources/mtgLi/startMtgLi.ts';
import { STAND_IN_DECLARATIONS } from '#worker/dev/standIns/sources/tableTexts.ts';

/** A flash each minute. */
const sky = (fromMs: number, toMs: number) =>
  Array.from({ length: (toMs - fromMs) / MINUTE_MS }, (_, index) => ({
    atMs: fromMs + index * MINUTE_MS,
    latitude: 42,
    longitude: 23,
  }));

const TOKEN = 'a-token-that-nobody-prints';
const NOW = Date.UTC(2026, 6, 1, 12);

let simulator: Simulator | undefined;
afterEach(() => simulator?.close());

const fixed = (atMs: number): Clock => ({ now: () => atMs });

const probe = (environment: Record<string, string>, clock: Clock = fixed(NOW)) =>
  probeSource(['probe', 'provider'], environment, { fetch, clock });

describe('npm run admin -- source probe', () => {
  test('prints traits, clock, age, rows, three samples and whose data they are, and no token', async () => {
    simulator = await startSimulator({ clock: fixed(NOW), source: scriptedSource() });
    simulator.publish(
      [60, 45, 30, 8].map((ageS) => ({
        id: `s${ageS}`,
        latitude: 42,
        longitude: 23,
        atMs: NOW - ageS * 1_000,
        publishedAtMs: NOW - 1_000,
      })),
    );
    const { lines, ok } = await probe({ PROVIDER_BASE_URL: simulator.url, PROVIDER_TOKEN: TOKEN });
    expect(ok).toBe(true);
    expect(lines).toEqual([
      'source       provider: cg-stroke, by windows, may guard',
      'delay        8 s typical, 1 min worst, in lots of 1 s',
      'accuracy     0.5 km typical, 5 km worst, 1 ms, no ellipses',
      'rows         300 at most, truncation at-max, ids given',
      'coverage     -180,-90,180,90',
      'public use   contract',
      'clock        as ours, to a second',
      'read         a window, 2026-07-01T11:50:00Z to 2026-07-01T12:00:00Z, ended 0 s ago',
      `found        4 rows, of them 4 strikes in ${Object.values(HOME_BOX).join()}`,
      'newest       8 s old',
      'sample       2026-07-01T11:59:52.000Z  42.0000, 23.0000  s8',
      'sample       2026-07-01T11:59:30.000Z  42.0000, 23.0000  s30',
      'sample       2026-07-01T11:59:15.000Z  42.0000, 23.0000  s45',
      'attribution  none of its own: PUBLIC_DATA_SOURCE says whose data they are',
    ]);
  });

  test('tells how far the source’s clock is off', async () => {
    simulator = await startSimulator({ clock: fixed(NOW), source: scriptedSource(), faults: { clockSkewMs: -90_000 } });
    const { lines } = await probe({ PROVIDER_BASE_URL: simulator.url });
    expect(lines).toContain('clock        1 min 30 s behind ours');
  });

  test('fetches the token that a source of files needs, and reads its newest file that is there', async () => {
    const store = await startMtgLi({ clock: fixed(NOW), sky });
    // The list, a token, and the newest file, which is not there yet.
    store.setFault(({ number }) => (number === 2 ? 'missing' : 'none'));
    const { url: MTG_LI_BASE_URL, key: MTG_LI_KEY, secret: MTG_LI_SECRET } = store;
    const environment = { MTG_LI_BASE_URL, MTG_LI_KEY, MTG_LI_SECRET };
    const { lines, ok } = await probeSource(['probe', 'mtg-li'], environment, { fetch, clock: fixed(NOW) });
    await store.close();
    expect(ok).toBe(true);
    expect(lines.slice(0, 1)).toEqual([
      'source       mtg-li: optical-flash, by files, may not guard: no all-clear, level or nowcast',
    ]);
    expect(lines.slice(6)).toEqual([
      'clock        as ours, to a second',
      'read         1 file of 6, 2026-07-01T11:30:03Z to 2026-07-01T11:40:03Z, ended 19 min 57 s ago',
      `found        10 rows, of them 10 strikes in ${Object.values(HOME_BOX).join()}`,
      'newest       21 min old',
      expect.stringMatching(/^sample {7}2026-07-01T11:3[89]:.{6}Z {2}4[12]\.\d{4}, 2[23]\.\d{4} {2}\S+/),
      expect.stringMatching(/^sample /),
      expect.stringMatching(/^sample /),
      'attribution  Contains modified EUMETSAT Meteosat data 2026',
    ]);
    expect(store.requests.map(({ kind }) => kind)).toEqual(['search', 'token', 'entry', 'entry']);
    expect(lines.join()).not.toMatch(`${MTG_LI_SECRET}|${MTG_LI_KEY}`);
  });

  test('tells what went wrong, and fails', async () => {
    simulator = await startSimulator({
      source: scriptedSource(),
      faults: { clientErrorRate: 1, clientErrorStatus: 403 },
    });
    const { lines, ok } = await probe({ PROVIDER_BASE_URL: simulator.url, PROVIDER_TOKEN: TOKEN });
    expect(ok).toBe(false);
    expect(lines).toContain('read         access denied: status 403');
    expect(lines).toContain('check        PROVIDER_TOKEN');
    expect(lines.join()).not.toContain(TOKEN);
  });

  test('says how a host cannot be reached, and that home lies outside of what the source covers', async () => {
    const { url, close } = await startSimulator({ source: scriptedSource() });
    await close();
    const environment = {
      TABLE_URL: `${url}/{west}/{south}/{east}/{north}/{from}/{to}`,
      TABLE_DECLARATION: JSON.stringify({ ...STAND_IN_DECLARATIONS.csv, coverage: '3,53,33,71.5' }),
    };
    const { lines, ok } = await probeSource(['probe', 'table'], environment, { fetch, clock: fixed(NOW) });
    expect(ok).toBe(false);
    expect(lines.slice(6, 10)).toEqual([
      expect.stringMatching(/^home {9}13,34,31,48 is outside of what table covers: SOURCES may not name it/),
      'clock        not told',
      'read         failed: TypeError: fetch failed (ECONNREFUSED)',
      'check        TABLE_URL',
    ]);
  });

  test.each([[[]], [['probe']], [['probe', 'nothing']], [['ask', 'provider']], [['probe', 'provider', 'more']]])(
    'explains itself when it is called with %j',
    async (args) => {
      await expect(probeSource(args, {}, { fetch, clock: fixed(NOW) })).rejects.toThrow(
        /^usage: npm run admin -- source probe/,
      );
    },
  );

  test('names the variable that is missing or wrong', async () => {
    await expect(probe({})).rejects.toThrow(/^PROVIDER_BASE_URL is missing$/);
    const wrong = { PROVIDER_BASE_URL: 'http://127.0.0.1:9', HOME_BBOX: '1,2' };
    await expect(probe(wrong)).rejects.toThrow(/^HOME_BBOX must be west,south,east,north/);
  });
});
