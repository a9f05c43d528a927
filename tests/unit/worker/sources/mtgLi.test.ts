import { afterEach, describe, expect, test } from 'vitest';
import { type BBox, bboxWithin, HOME_BOX } from '#shared/geo/BBox.ts';
import type { Strike } from '#shared/strike.ts';
import { MINUTE_MS } from '#shared/time.ts';
import { type MtgLiFault, type SkyFlash, type SlotPlan, startMtgLi, USUAL_PLAN } from '#worker/dev/fakes/startMtgLi.ts';
import { fileAddress, MtgLiClient, mtgLi, parseSearchResponse, StoreToken } from '#worker/sources/mtgLi.ts';
import { attributionAt, type FileList, type ListedFile, maySupportAlerts } from '#worker/sources/source.ts';
import { sourceTable } from '#worker/sources/sourceTable.ts';

/** The full disc, so that no flash is left out for its place. */
const DISC: BBox = { west: -65, south: -65, east: 65, north: 65 };
const NOON = Date.UTC(2026, 6, 1, 12);

const EVERY_MS = 20_000;

/** A flash each 20 s, on a line through the Balkans. */
function steadySky(fromMs: number, toMs: number): SkyFlash[] {
  const first = Math.ceil(fromMs / EVERY_MS);
  const last = Math.ceil(toMs / EVERY_MS) - 1;
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => {
    const atMs = (first + index) * EVERY_MS;
    const along = ((first + index) % 100) / 100;
    return { atMs, latitude: 38 + 8 * along, longitude: 20 + 6 * along };
  });
}

type StoreOptions = Partial<Parameters<typeof startMtgLi>[0]>;

/** A stand-in for the store at noon, and a client of it. `pass` moves the clock of both. */
async function aStore(options: StoreOptions = {}, access: { readonly secret?: string } = {}) {
  let nowMs = NOON;
  const clock = { now: () => nowMs };
  const store = await startMtgLi({ clock, sky: steadySky, ...options });
  const { url: baseUrl, key, secret } = store;
  const client = new MtgLiClient({ baseUrl, key, secret, ...access }, { fetch, clock });
  const pass = (ms: number) => {
    nowMs += ms;
  };
  return { store, client, clock, pass };
}

const filesOf = (list: FileList) => (list.kind === 'listed' ? list.files : []);

type Store = Awaited<ReturnType<typeof aStore>>;

function aToken() {
  let nowMs = 0;
  const token = new StoreToken({ now: () => nowMs });
  const pass = (seconds: number) => {
    nowMs += seconds * 1_000;
  };
  return {
    token,
    pass,
    fetched: (text: string, expires_in = 3_600) => token.acceptResponse({ access_token: text, expires_in }, nowMs),
  };
}

describe('the store’s token', () => {
  test('is used until a minute before its end', () => {
    const { token, pass, fetched } = aToken();
    expect(token.use()).toBeUndefined();
    expect(fetched('a')).toBe(true);
    expect(token.use()).toBe('a');
    pass(3_539);
    expect(token.use()).toBe('a');
    pass(1);
    expect(token.use()).toBeUndefined();
  });

  test('that is handed out shortly before its end is used for half of the rest', () => {
    const { token, pass, fetched } = aToken();
    fetched('a', 20);
    token.use();
    pass(9);
    expect(token.use()).toBe('a');
    pass(1);
    expect(token.use()).toBeUndefined();
  });

  test('is tried once, however late, so that a caller who calls seldom gets on', () => {
    const { token, pass, fetched } = aToken();
    fetched('a', 20);
    pass(30);
    expect(token.use()).toBe('a');
    expect(token.use()).toBeUndefined();
  });

  test('is not lost to a call that was refused with the one before', () => {
    const { token, fetched } = aToken();
    fetched('a');
    expect(token.refused('a')).toBe(true);
    fetched('b');
    expect(token.refused('a')).toBe(true);
    expect(token.use()).toBe('b');
  });

  test.each([
    {},
    undefined,
    { access_token: '', expires_in: 3_600 },
    { access_token: 'a\r\nx-other: b', expires_in: 3_600 },
    { access_token: 'a' },
    { access_token: 'a', expires_in: 0 },
    { access_token: 'a', expires_in: '3600' },
  ])('is none: %j', (result) => {
    const { token } = aToken();
    expect(token.acceptResponse(result, 0)).toBe(false);
    expect(token.use()).toBeUndefined();
  });
});

const SLOT_MS = 10 * MINUTE_MS;
const FROM = NOON - 60 * MINUTE_MS;
/** Slots from 11:00 on: one whose numbers begin again, one of three versions, one that is missing. */
const [RESTARTED, OF_VERSIONS, MISSING] = [1, 2, 3].map((slots) => FROM + slots * SLOT_MS);
const [USUAL_VERSION] = USUAL_PLAN.versions;

function plan(slotMs: number): SlotPlan {
  if (slotMs === MISSING) return { versions: [] };
  if (slotMs === RESTARTED || slotMs === FROM) return { ...USUAL_PLAN, restarts: true };
  if (slotMs !== OF_VERSIONS || !USUAL_VERSION) return USUAL_PLAN;
  return {
    versions: [
      { ...USUAL_VERSION, letter: 'T', share: 0.5 },
      { ...USUAL_VERSION, letter: 'O', createdAfterMs: 120_000 },
      { ...USUAL_VERSION, letter: 'C', createdAfterMs: 60_000, share: 0.8 },
    ],
  };
}

/** The last one is published while the caller is at it. */
const STATUS = [0, 1, 2, 4, 5].flatMap((slots) => steadySky(FROM + slots * SLOT_MS, FROM + (slots + 1) * SLOT_MS));
const FILES = 5;

const FAULTY_REQUESTS = 9;
const MOST_ROUNDS = 40;
/** For answers that do not end. */
const WAIT_MS = 100;
/** Light takes an eighth of a second to the satellite. */
const LIGHT_MS = 200;

/** Lists and reads, as a simple caller does: what did not come is asked for again in the next round. */
async function readAll({ client, pass }: Store, maxWaitMs?: number): Promise<Strike[]> {
  const read = new Map<number, readonly Strike[]>();
  for (let round = 1; round <= MOST_ROUNDS && read.size < FILES; round += 1) {
    const list = await client.listFiles(FROM + 30_000, NOON, maxWaitMs);
    for (const file of filesOf(list).filter(({ slotMs }) => !read.has(slotMs))) {
      const fileResponse = await client.readFile(file, DISC, maxWaitMs);
      if (fileResponse.kind === 'strikes') read.set(file.slotMs, fileResponse.strikes);
    }
    pass(30_000);
  }
  return [...read.values()].flat();
}

/** Flashes of the truth that are in no strike, and strikes too many. */
function compare(strikes: readonly Strike[]) {
  const isOf = (flash: { atMs: number }) => (strike: Strike) => Math.abs(strike.atMs - flash.atMs) <= LIGHT_MS;
  return {
    lost: STATUS.filter((flash) => !strikes.some(isOf(flash))).length,
    doubled: strikes.length - STATUS.length,
    ids: new Set(strikes.map(({ id }) => id)).size,
  };
}

/** An answer of another kind, whatever was asked for. */
const OF_RESPONSES: readonly MtgLiFault[] = [
  'error',
  'busy',
  'too-many',
  'unauthorized',
  'forbidden',
  'missing',
  'redirect',
  'html',
  'json-error',
];
/** Of the right answer too little, too much or too late. */
const OF_BODIES: readonly MtgLiFault[] = ['hang', 'cut', 'short', 'drip', 'huge'];
/** Only a zip tells a checksum. */
const ALL: readonly MtgLiFault[] = [...OF_RESPONSES, ...OF_BODIES, 'wrong-crc'];

describe('0 flashes are lost and 0 doubled once a fault of the store has ended', () => {
  for (const [entries, errors] of [
    ['here', [...OF_RESPONSES, ...OF_BODIES]],
    ['in-zip', [...OF_BODIES, 'wrong-crc']],
  ] as const) {
    test.each(errors)(`entries ${entries}: %s`, async (error) => {
      const all = await aStore({ entries, plan });
      all.store.setFault(({ number }) => (number < FAULTY_REQUESTS && number % 3 !== 0 ? error : 'none'));
      const strikes = await readAll(all, error === 'hang' || error === 'drip' ? WAIT_MS : undefined);
      await all.store.close();
      expect(all.store.requests.length).toBeGreaterThan(FAULTY_REQUESTS);
      expect(compare(strikes)).toEqual({ lost: 0, doubled: 0, ids: STATUS.length });
    });
  }

  test('all at once, with tokens that live for a minute', async () => {
    const all = await aStore({ entries: 'in-zip', plan });
    all.store.setTokenLife(60);
    all.store.setFault(({ number }) => ALL[number] ?? 'none');
    const strikes = await readAll(all, WAIT_MS);
    await all.store.close();
    expect(compare(strikes)).toEqual({ lost: 0, doubled: 0, ids: STATUS.length });
  });
});

const BASE = 'https://store.net';
const COLLECTION = 'EO:EUM:DAT:0691';
const DATE = '2026-04-06T11:00:02.000Z/2026-04-06T11:10:02.000Z';
const TIMES = '_L2PF_OPE_20260406110002_20260406111002_N__';
const name = (part: string, created: string, letter: string, end: string) =>
  `W_XX-EUMETSAT-Darmstadt,IMG+SAT,MTI1+LI-2-LFL--FD--${part}_C_EUMT_${created}${TIMES}${letter}_0067_${end}`;
const productId = (created = '20260406111019', letter = 'O') => name('x-x--ARC-x', created, letter, '0000');
const ID = productId();
const BODY = name('CHK-BODY--ARC-NC4E', '20260406111019', 'O', '0001.nc');
const TRAIL = name('CHK-TRAIL--ARC-NC4E', '20260406111019', 'O', '0002.nc');
const PRODUCT = `${BASE}/data/download/1.0.0/collections/EO%3AEUM%3ADAT%3A0691/products/${encodeURIComponent(ID)}`;
const entry = (title: string, root = PRODUCT) => ({ title, href: `${root}/entry?name=${encodeURIComponent(title)}` });

const feature = (id: unknown = ID, entries: unknown = undefined, date: unknown = DATE) => ({
  id,
  properties: {
    date,
    links: { data: [{ href: PRODUCT }], ...(entries === undefined ? {} : { 'sip-entries': entries }) },
  },
});

const parse = (...features: unknown[]) => parseSearchResponse({ features }, BASE, COLLECTION);
const addressOf = (...features: unknown[]) => {
  return filesOf(parse(...features)).map(({ id }) => fileAddress(id, BASE).url);
};

describe('the answer of the store’s search', () => {
  const SLOT = Date.UTC(2026, 3, 6, 11);

  test('tells a product with its slot, its times and its name', () => {
    const list = parse(feature());
    const files = [{ slotMs: SLOT, fromMs: SLOT + 2_000, toMs: SLOT + 602_000 }];
    expect(list).toMatchObject({ kind: 'listed', files });
    const [file] = filesOf(list);
    expect(fileAddress(file?.id ?? '', BASE)).toEqual({ url: PRODUCT, productName: ID });
  });

  test('leads to the BODY entry where it is listed, though TRAIL comes first and ends alike', () => {
    expect(addressOf(feature(ID, [entry(TRAIL), { title: 'manifest.xml' }, entry(BODY)]))).toEqual([entry(BODY).href]);
  });

  test.each([
    ['none', []],
    ['TRAIL alone', [entry(TRAIL)]],
    ['one at another host', [entry(BODY, 'https://elsewhere.net/x')]],
    ['one at another port', [entry(BODY, 'https://store.net:8443/x')]],
    ['one in clear', [entry(BODY, 'http://store.net/x')]],
    ['one with a user', [entry(BODY, 'https://me@store.net/x')]],
    ['one that is no address', [{ title: BODY, href: 'https://' }]],
  ])('leads to the zip where the entries are: %s', (_, entries) => {
    expect(addressOf(feature(ID, entries))).toEqual([PRODUCT]);
  });

  test('never leads the token to another host, whatever the path of an entry is like', () => {
    const href = 'https://store.net//elsewhere.net/x';
    expect(addressOf(feature(ID, [{ title: BODY, href }]))).toEqual([href]);
  });

  test('counts T, C and O as versions of one slot, of which the one made last is taken', () => {
    const versions = [
      feature(productId('20260406111019', 'T')),
      feature(productId('20260406111500', 'O')),
      feature(productId('20260406111201', 'C')),
    ];
    const names = filesOf(parse(...versions)).map(({ id }) => fileAddress(id, BASE).productName);
    expect(names).toEqual([productId('20260406111500', 'O')]);
  });

  test('tells both parts of a slot that broke off and began again, the later one first', () => {
    const part = (created: string, from: string, to: string) =>
      feature(productId(created), [], `2026-04-06T${from}.000Z/2026-04-06T${to}.000Z`);
    const early = part('20260406110400', '11:00:02', '11:03:40');
    const late = part('20260406111019', '11:05:43', '11:10:02');
    expect(filesOf(parse(early, late)).map(({ fromMs, slotMs }) => [fromMs, slotMs])).toEqual([
      [Date.UTC(2026, 3, 6, 11, 5, 43), SLOT],
      [Date.UTC(2026, 3, 6, 11, 0, 2), SLOT],
    ]);
  });

  test('has no product that is the TRAIL of one, and may be empty', () => {
    expect(parse(feature(TRAIL), feature())).toMatchObject({ kind: 'listed', files: [{ slotMs: SLOT }] });
    expect(parse(feature(TRAIL))).toMatchObject({ kind: 'failed' });
    expect(parse()).toEqual({ kind: 'listed', files: [] });
  });

  test.each([
    ['bad product', 'text'],
    ['bad properties', { id: ID }],
    ['bad properties.date', { id: ID, properties: {} }],
    ['bad properties.date', feature(ID, [], '2026-04-06')],
    ['bad properties.date', feature(ID, [], DATE.split('/').reverse().join('/'))],
    ['bad id', feature('a b')],
    ['unknown id', feature('MSG4-SEVIRI')],
    ['bad properties.links', { id: ID, properties: { date: DATE, links: 'none' } }],
  ])('has failed, not fallen silent, if none of its products can be understood: %s', (why, product) => {
    expect(parse(product)).toEqual({ kind: 'failed', reason: `no product of the list: ${why}` });
  });

  test('has failed if it is cut: a slot that it leaves out would look like a hole', () => {
    const truncated = parseSearchResponse({ totalResults: 2, features: [feature()] }, BASE, COLLECTION);
    expect(truncated).toMatchObject({ kind: 'failed' });
  });

  test.each([undefined, null, [], {}, { features: null }, { error: 'invalid' }])(
    'has failed if it is none: %j',
    (body) => {
      const reason = 'the search did not answer with a list of products';
      expect(parseSearchResponse(body, BASE, COLLECTION)).toEqual({ kind: 'failed', reason });
    },
  );
});

describe('mtg li client', () => {
  let created: Store | undefined;
  afterEach(() => created?.store.close());

  async function start(...args: Parameters<typeof aStore>) {
    created = await aStore(...args);
    return created;
  }

  const SLOT = Date.UTC(2026, 6, 1, 11, 40);
  const slotsOf = (list: FileList) => filesOf(list).map(({ slotMs }) => slotMs);

  async function newest({ client, clock }: Store): Promise<ListedFile> {
    const list = await client.listFiles(clock.now() - 30 * MINUTE_MS, clock.now());
    const [file] = filesOf(list);
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
      // The file of 11:50 ends at 12:00:03 and is listed 40 s later.
      expect(slotsOf(list)).toEqual([0, 1, 2, 3, 4].map((ago) => SLOT - ago * 10 * MINUTE_MS));
      expect(store.requests.map(({ kind }) => kind)).toEqual(['search']);
    });

    test('lists files whose observations end after the one instant and begin before the other, no others', async () => {
      const { client } = await start();
      const list = await client.listFiles(SLOT - 7 * MINUTE_MS, SLOT - 6 * MINUTE_MS);
      expect(slotsOf(list)).toEqual([SLOT - 10 * MINUTE_MS]);
    });

    test('has a hole where a slot was not observed', async () => {
      const { client } = await start({ plan: (slotMs) => (slotMs === SLOT ? { versions: [] } : USUAL_PLAN) });
      const list = await client.listFiles(SLOT - 9 * MINUTE_MS, NOON);
      expect(slotsOf(list)).toEqual([SLOT - 10 * MINUTE_MS]);
    });

    test('gives a token first, kept until shortly before its end: one request in each call', async () => {
      const all = await start();
      const file = await newest(all);
      const fetchedFirst = { kind: 'paused', reason: 'token: fetched first', retryAfterMs: 0 };
      expect(await all.client.readFile(file, DISC)).toEqual(fetchedFirst);
      expect(await all.client.readFile(file, DISC)).toMatchObject({ kind: 'strikes', rows: 30 });
      expect(await all.client.readFile(file, DISC)).toMatchObject({ kind: 'strikes', rows: 30 });
      all.pass(59 * MINUTE_MS);
      expect(await all.client.readFile(file, DISC)).toMatchObject({ kind: 'paused', retryAfterMs: 0 });
      expect(await all.client.readFile(file, DISC)).toMatchObject({ kind: 'strikes' });
      const kinds = all.store.requests.map(({ kind }) => kind);
      expect(kinds.join(' ')).toBe('search token entry entry token entry');
    });

    test('takes a file as its BODY entry or, where entries are not at the same host, out of the zip', async () => {
      const results = [];
      for (const entries of ['here', 'in-zip', 'elsewhere'] as const) {
        const { client, file, kinds, store } = await startWithToken({ entries });
        results.push(await client.readFile(file, DISC));
        expect(kinds()).toEqual([entries === 'here' ? 'entry' : 'zip']);
        await store.close();
      }
      const [first, ...others] = results;
      expect(first).toMatchObject({ kind: 'strikes', rows: 30 });
      expect(others).toEqual([first, first]);
    });

    test('tells the strikes of the box alone', async () => {
      const { client, file } = await startWithToken();
      const south = { ...HOME_BOX, north: 41 };
      const fileResponse = await client.readFile(file, south);
      const latitudes = fileResponse.kind === 'strikes' ? fileResponse.strikes.map(({ latitude }) => latitude) : [];
      expect(latitudes.length).toBeGreaterThan(0);
      expect(latitudes.filter((latitude) => latitude > 41)).toEqual([]);
    });

    test('renews a token that is refused before its time, once', async () => {
      const { client, file, store, kinds } = await startWithToken();
      store.revokeTokens();
      const refused = { kind: 'paused', reason: 'the token was refused', retryAfterMs: 0 };
      expect(await client.readFile(file, DISC)).toEqual(refused);
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
      const fileResponses = [await all.client.readFile(file, DISC)];
      for (const error of ['json-error', 'html', 'forbidden', 'cut'] as const) {
        all.store.setFault(error);
        fileResponses.push(await all.client.readFile(file, DISC));
      }
      expect(fileResponses).toMatchObject([
        { kind: 'rejected', reason: 'token: status 401', denied: true },
        { kind: 'failed', reason: 'token: not a token' },
        { kind: 'failed', reason: 'token: not a token' },
        { kind: 'rejected', reason: 'token: status 403', denied: true },
        { kind: 'failed' },
      ]);
      expect(JSON.stringify(fileResponses)).not.toContain(all.store.key);
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
    ])('whose file is answered with %s has told no strikes: %j', async (error, evaluated) => {
      const { client, file, store, kinds } = await startWithToken({ entries: 'in-zip' });
      store.setFault(error);
      expect(await client.readFile(file, DISC)).toMatchObject(evaluated);
      expect(kinds()).toEqual(['zip']);
    });

    test('whose file would inflate beyond what it may declare says so, and the next file is read', async () => {
      const { client, file, store } = await startWithToken({
        writtenWith: (slotMs) => (slotMs === SLOT ? 'large-chunks' : undefined),
      });
      const reason = 'l1b_missing_warning: has chunks of more than 200000 values';
      expect(await client.readFile(file, DISC)).toEqual({ kind: 'unreadable', reason });
      const list = await client.listFiles(SLOT - 3_600_000, NOON);
      const other = filesOf(list).find(({ slotMs }) => slotMs !== SLOT);
      expect(other && (await client.readFile(other, DISC))).toMatchObject({ kind: 'strikes' });
      expect(store.requests.length).toBeGreaterThan(2);
    });

    test('tells of a file that the imager itself warns of', async () => {
      const { client, file } = await startWithToken({ writtenWith: () => 'warned' });
      expect(await client.readFile(file, DISC)).toMatchObject({ kind: 'strikes', rows: 30, isWarned: true });
    });

    test.each<MtgLiFault>(['hang', 'drip'])('whose answer does not end is left in time: %s', async (error) => {
      const { client, file, store } = await startWithToken();
      store.setFault(error);
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
    ])('whose search is answered with %s has told no list: %j', async (error, evaluated) => {
      const { client, store } = await start();
      store.setFault(error);
      expect(await client.listFiles(SLOT, NOON)).toMatchObject(evaluated);
      expect(store.requests).toHaveLength(1);
    });

    test('that is not there has failed', async () => {
      const { client, store } = await start();
      await store.close();
      expect(await client.listFiles(SLOT, NOON)).toMatchObject({ kind: 'failed' });
    });
  });
});

const open = sourceTable['mtg-li'];
const CREDENTIALS = { MTG_LI_KEY: 'key', MTG_LI_SECRET: 'secret' };

const traits = () => mtgLi.traits({ ...CREDENTIALS, MTG_LI_BASE_URL: 'https://store.net' });

describe('the Lightning Imager as a source', () => {
  test('is asked at EUMETSAT unless another address is set', () => {
    expect(open(CREDENTIALS)).toMatchObject({ addresses: { MTG_LI_BASE_URL: 'https://api.eumetsat.int' } });
    const elsewhere = open({ ...CREDENTIALS, MTG_LI_BASE_URL: 'http://127.0.0.1:8080/' });
    expect(elsewhere).toMatchObject({ addresses: { MTG_LI_BASE_URL: 'http://127.0.0.1:8080' } });
  });

  test.each([
    [{}, 'MTG_LI_KEY and MTG_LI_SECRET must be set: EUMETSAT gives them free of charge'],
    [{ MTG_LI_KEY: 'key' }, 'MTG_LI_SECRET must be set together with MTG_LI_KEY'],
    [{ MTG_LI_SECRET: 'secret' }, 'MTG_LI_KEY must be set together with MTG_LI_SECRET'],
    [{ ...CREDENTIALS, MTG_LI_KEY: 'a:b' }, 'MTG_LI_KEY must be printable ASCII without colon or blank'],
    [{ ...CREDENTIALS, MTG_LI_SECRET: 'ключ' }, 'MTG_LI_SECRET must be printable ASCII without blank'],
    [{ ...CREDENTIALS, MTG_LI_BASE_URL: 'eumetsat' }, 'MTG_LI_BASE_URL must be a URL'],
  ])('is refused with what is wrong: %j', (variables, error) => {
    expect(open(variables)).toMatchObject({ errors: expect.arrayContaining([error]) });
  });

  test('is public, covers home, and stands behind no all-clear, level or nowcast', () => {
    expect(traits()).toMatchObject({ kind: 'optical-flash', identity: 'given', publicUse: 'yes' });
    expect(bboxWithin(HOME_BOX, traits().coverage)).toBe(true);
    expect(maySupportAlerts(traits())).toBe(false);
  });

  test('is named as its licence asks, with the year', () => {
    expect(attributionAt(traits(), Date.UTC(2026, 6, 1))).toBe('Contains modified EUMETSAT Meteosat data 2026');
  });
});
