import { afterEach, describe, expect, test } from 'vitest';
import { HOME_BOX } from '#shared/geo/Areas.ts';
import { MINUTE_MS } from '#shared/time/hourKey.ts';
import type { MtgLiFault } from '#worker/dev/standIns/sources/mtgLi/mtgLiFault.ts';
import { USUAL_PLAN } from '#worker/dev/standIns/sources/mtgLi/mtgLiProducts.ts';
import type { ListedFile } from '#worker/sources/port/StrikeSource.ts';
import { aStore, DISC, NOON } from './theStore.ts';

type Store = Awaited<ReturnType<typeof aStore>>;
let made: Store | undefined;
afterEach(() => made?.store.close());

async function start(...args: Parameters<typeof aStore>) {
  made = await aStore(...args);
  return made;
}

const SLOT = Date.UTC(2026, 6, 1, 11, 40);

async function newest({ client, clock }: Store): Promise<ListedFile> {
  const list = await client.listFiles(clock.now() - 30 * MINUTE_MS, clock.now());
  const [file] = list.kind === 'listed' ? list.files : [];
  if (!file) throw new Error('no file is listed');
  return file;
}

/** With a token in its hands. */
async function startWithToken(...args: Parameters<typeof aStore>) {
  const all = await start(...args);
  const file = await newest(all);
  await all.client.readFile(file, DISC);
  return { ...all, file, kinds: () => all.store.requests.slice(2).map(({ kind }) => kind) };
}

describe('EUMETSAT’s data store', () => {
  test('lists the newest file first, after it was published and without a token', async () => {
    const { client, store } = await start();
    const list = await client.listFiles(NOON - 59 * MINUTE_MS, NOON);
    const slots = list.kind === 'listed' ? list.files.map(({ slotMs }) => slotMs) : [];
    // The file of 11:50 ends at 12:00:03 and is listed 40 s later.
    expect(slots).toEqual([0, 1, 2, 3, 4].map((ago) => SLOT - ago * 10 * MINUTE_MS));
    expect(store.requests.map(({ kind }) => kind)).toEqual(['search']);
  });

  test('lists files whose observations end after the one instant and begin before the other, no others', async () => {
    const { client } = await start();
    const list = await client.listFiles(SLOT - 7 * MINUTE_MS, SLOT - 6 * MINUTE_MS);
    expect(list.kind === 'listed' && list.files.map(({ slotMs }) => slotMs)).toEqual([SLOT - 10 * MINUTE_MS]);
  });

  test('has a hole where a slot was not observed', async () => {
    const { client } = await start({ plan: (slotMs) => (slotMs === SLOT ? { versions: [] } : USUAL_PLAN) });
    const list = await client.listFiles(SLOT - 9 * MINUTE_MS, NOON);
    expect(list.kind === 'listed' && list.files.map(({ slotMs }) => slotMs)).toEqual([SLOT - 10 * MINUTE_MS]);
  });

  test('gives a token first, kept until shortly before its end: one request in each call', async () => {
    const all = await start();
    const file = await newest(all);
    expect(await all.client.readFile(file, DISC)).toEqual({
      kind: 'paused',
      reason: 'token: fetched first',
      retryAfterMs: 0,
    });
    expect(await all.client.readFile(file, DISC)).toMatchObject({ kind: 'strikes', rows: 30 });
    expect(await all.client.readFile(file, DISC)).toMatchObject({ kind: 'strikes', rows: 30 });
    all.pass(59 * MINUTE_MS);
    expect(await all.client.readFile(file, DISC)).toMatchObject({ kind: 'paused', retryAfterMs: 0 });
    expect(await all.client.readFile(file, DISC)).toMatchObject({ kind: 'strikes' });
    expect(all.store.requests.map(({ kind }) => kind)).toEqual(['search', 'token', 'entry', 'entry', 'token', 'entry']);
  });

  test('takes a file as its BODY entry or, where entries are not at the same host, out of the zip', async () => {
    const answers = [];
    for (const entries of ['here', 'in-zip', 'elsewhere'] as const) {
      const { client, file, kinds, store } = await startWithToken({ entries });
      answers.push(await client.readFile(file, DISC));
      expect(kinds()).toEqual([entries === 'here' ? 'entry' : 'zip']);
      await store.close();
    }
    const [first, ...others] = answers;
    expect(first).toMatchObject({ kind: 'strikes', rows: 30 });
    expect(others).toEqual([first, first]);
  });

  test('tells the strikes of the box alone', async () => {
    const { client, file } = await startWithToken();
    const south = { ...HOME_BOX, north: 41 };
    const answer = await client.readFile(file, south);
    const latitudes = answer.kind === 'strikes' ? answer.strikes.map(({ latitude }) => latitude) : [];
    expect(latitudes.length).toBeGreaterThan(0);
    expect(latitudes.filter((latitude) => latitude > 41)).toEqual([]);
  });

  test('renews a token that is refused before its time, once', async () => {
    const { client, file, store, kinds } = await startWithToken();
    store.revokeTokens();
    expect(await client.readFile(file, DISC)).toEqual({
      kind: 'paused',
      reason: 'the token was refused',
      retryAfterMs: 0,
    });
    await client.readFile(file, DISC);
    expect(await client.readFile(file, DISC)).toMatchObject({ kind: 'strikes' });
    expect(kinds()).toEqual(['entry', 'token', 'entry']);
    store.setFault(({ kind }) => (kind === 'entry' ? 'unauthorized' : 'none'));
    const kindsOf = [];
    for (let call = 1; call <= 3; call += 1) kindsOf.push(await client.readFile(file, DISC));
    expect(kindsOf).toMatchObject([{ kind: 'paused' }, { kind: 'paused' }, { kind: 'rejected', denied: true }]);
  });

  test('never repeats the key that an error of its token service repeats', async () => {
    const all = await start({}, { secret: 'wrong' });
    const file = await newest(all);
    const answers = [await all.client.readFile(file, DISC)];
    for (const fault of ['json-error', 'html', 'forbidden', 'cut'] as const) {
      all.store.setFault(fault);
      answers.push(await all.client.readFile(file, DISC));
    }
    expect(answers).toMatchObject([
      { kind: 'rejected', reason: 'token: status 401', denied: true },
      { kind: 'failed', reason: 'token: not a token' },
      { kind: 'failed', reason: 'token: not a token' },
      { kind: 'rejected', reason: 'token: status 403', denied: true },
      { kind: 'failed' },
    ]);
    expect(JSON.stringify(answers)).not.toContain(all.store.key);
  });

  test.each<[MtgLiFault, object]>([
    ['missing', { kind: 'absent' }],
    ['html', { kind: 'failed', reason: 'neither a zip nor netCDF' }],
    ['json-error', { kind: 'failed', reason: 'neither a zip nor netCDF' }],
    ['error', { kind: 'failed', reason: 'status 500' }],
    ['busy', { kind: 'paused', retryAfterMs: 7_000 }],
    ['too-many', { kind: 'paused', retryAfterMs: 7_000 }],
    ['forbidden', { kind: 'rejected', reason: 'status 403', denied: true }],
    ['redirect', { kind: 'rejected', reason: 'status 302', denied: false }],
    ['cut', { kind: 'failed' }],
    ['short', { kind: 'unreadable' }],
    ['wrong-crc', { kind: 'unreadable' }],
    ['huge', { kind: 'unreadable', reason: 'the file exceeds 8388608 bytes' }],
  ])('whose file is answered with %s has told no strikes: %j', async (fault, judged) => {
    const { client, file, store, kinds } = await startWithToken({ entries: 'in-zip' });
    store.setFault(fault);
    expect(await client.readFile(file, DISC)).toMatchObject(judged);
    expect(kinds()).toEqual(['zip']);
  });

  test('whose file cannot be believed says by which variable or rule', async () => {
    const { client, file } = await startWithToken({ writtenWith: () => 'no-scale' });
    expect(await client.readFile(file, DISC)).toEqual({ kind: 'unreadable', reason: 'latitude: tells no scale' });
  });

  test('whose file would inflate beyond what it may declare says so, and the next file is read', async () => {
    const { client, file, store } = await startWithToken({
      writtenWith: (slotMs) => (slotMs === SLOT ? 'large-chunks' : undefined),
    });
    expect(await client.readFile(file, DISC)).toEqual({
      kind: 'unreadable',
      reason: 'l1b_missing_warning: has chunks of more than 200000 values',
    });
    const list = await client.listFiles(SLOT - 3_600_000, NOON);
    const other = list.kind === 'listed' && list.files.find(({ slotMs }) => slotMs !== SLOT);
    expect(other && (await client.readFile(other, DISC))).toMatchObject({ kind: 'strikes' });
    expect(store.requests.length).toBeGreaterThan(2);
  });

  test('tells of a file that the imager itself warns of', async () => {
    const { client, file } = await startWithToken({ writtenWith: () => 'warned' });
    expect(await client.readFile(file, DISC)).toMatchObject({ kind: 'strikes', rows: 30, isWarned: true });
  });

  test.each<MtgLiFault>(['hang', 'drip'])('whose answer does not end is left in time: %s', async (fault) => {
    const { client, file, store } = await startWithToken();
    store.setFault(fault);
    const timedOut = { kind: 'failed', reason: expect.stringContaining('TimeoutError') };
    expect(await client.readFile(file, DISC, 100)).toMatchObject(timedOut);
    expect(await client.listFiles(SLOT, NOON, 100)).toMatchObject(timedOut);
  });

  test.each<[MtgLiFault, object]>([
    ['html', { kind: 'failed' }],
    ['json-error', { kind: 'failed' }],
    ['missing', { kind: 'rejected', denied: false }],
    ['too-many', { kind: 'paused', retryAfterMs: 7_000 }],
    ['cut', { kind: 'failed' }],
    ['short', { kind: 'failed' }],
    ['huge', { kind: 'failed' }],
  ])('whose search is answered with %s has told no list: %j', async (fault, judged) => {
    const { client, store } = await start();
    store.setFault(fault);
    expect(await client.listFiles(SLOT, NOON)).toMatchObject(judged);
    expect(store.requests).toHaveLength(1);
  });

  test('that is not there has failed', async () => {
    const { client, store } = await start();
    await store.close();
    expect(await client.listFiles(SLOT, NOON)).toMatchObject({ kind: 'failed' });
  });
});
