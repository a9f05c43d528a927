import { describe, expect, test } from 'vitest';
import type { Strike } from '#shared/strike.ts';
import { MINUTE_MS } from '#shared/time/hourKey.ts';
import type { MtgLiFault } from '#worker/dev/standIns/sources/mtgLi/mtgLiFault.ts';
import { type SlotPlan, USUAL_PLAN } from '#worker/dev/standIns/sources/mtgLi/mtgLiProducts.ts';
import { aStore, DISC, NOON, steadySky } from './theStore.ts';

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
      { ...USUAL_VERSION, letter: 'O', madeAfterMs: 120_000 },
      { ...USUAL_VERSION, letter: 'C', madeAfterMs: 60_000, share: 0.8 },
    ],
  };
}

/** The last one is published while the caller is at it. */
const TRUTH = [0, 1, 2, 4, 5].flatMap((slots) => steadySky(FROM + slots * SLOT_MS, FROM + (slots + 1) * SLOT_MS));
const FILES = 5;

const FAULTY_REQUESTS = 9;
const MOST_ROUNDS = 40;
/** For answers that do not end. */
const WAIT_MS = 100;
/** Light takes an eighth of a second to the satellite. */
const LIGHT_MS = 200;

type Store = Awaited<ReturnType<typeof aStore>>;

/** Lists and reads, as a simple caller does: what did not come is asked for again in the next round. */
async function readAll({ client, pass }: Store, maxWaitMs?: number): Promise<Strike[]> {
  const read = new Map<number, readonly Strike[]>();
  for (let round = 1; round <= MOST_ROUNDS && read.size < FILES; round += 1) {
    const list = await client.listFiles(FROM + 30_000, NOON, maxWaitMs);
    const files = list.kind === 'listed' ? list.files : [];
    for (const file of files.filter(({ slotMs }) => !read.has(slotMs))) {
      const answer = await client.readFile(file, DISC, maxWaitMs);
      if (answer.kind === 'strikes') read.set(file.slotMs, answer.strikes);
    }
    pass(30_000);
  }
  return [...read.values()].flat();
}

/** Flashes of the truth that are in no strike, and strikes too many. */
function compare(strikes: readonly Strike[]) {
  const isOf = (flash: { atMs: number }) => (strike: Strike) => Math.abs(strike.atMs - flash.atMs) <= LIGHT_MS;
  return {
    lost: TRUTH.filter((flash) => !strikes.some(isOf(flash))).length,
    doubled: strikes.length - TRUTH.length,
    ids: new Set(strikes.map(({ id }) => id)).size,
  };
}

/** An answer of another kind, whatever was asked for. */
const OF_ANSWERS: readonly MtgLiFault[] = [
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
const ALL: readonly MtgLiFault[] = [...OF_ANSWERS, ...OF_BODIES, 'wrong-crc'];

describe('0 flashes are lost and 0 doubled once a fault of the store has ended', () => {
  for (const [entries, faults] of [
    ['here', [...OF_ANSWERS, ...OF_BODIES]],
    ['in-zip', [...OF_BODIES, 'wrong-crc']],
  ] as const) {
    test.each(faults)(`entries ${entries}: %s`, async (fault) => {
      const all = await aStore({ entries, plan });
      all.store.setFault(({ number }) => (number < FAULTY_REQUESTS && number % 3 !== 0 ? fault : 'none'));
      const strikes = await readAll(all, fault === 'hang' || fault === 'drip' ? WAIT_MS : undefined);
      await all.store.close();
      expect(all.store.requests.length).toBeGreaterThan(FAULTY_REQUESTS);
      expect(compare(strikes)).toEqual({ lost: 0, doubled: 0, ids: TRUTH.length });
    });
  }

  test('all at once, with tokens that live for a minute', async () => {
    const all = await aStore({ entries: 'in-zip', plan });
    all.store.setTokenLife(60);
    all.store.setFault(({ number }) => ALL[number] ?? 'none');
    const strikes = await readAll(all, WAIT_MS);
    await all.store.close();
    expect(compare(strikes)).toEqual({ lost: 0, doubled: 0, ids: TRUTH.length });
  });
});
