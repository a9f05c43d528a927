import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Product } from '#tests/support/startProduct.ts';
import { wait } from '#tests/support/wait.ts';
import type { FaultInput } from '#worker/dev/simulator/FaultSettings.ts';

/** One way in which things go wrong for a while: faults of the provider, or something done to us. */
export interface Disturbance {
  readonly name: string;
  readonly faults?: FaultInput;
  /** Done when the disturbance begins. */
  readonly begin?: (product: Product) => Promise<void>;
  /** Done when it ends. */
  readonly end?: (product: Product) => Promise<void>;
  /** A second viewer while it lasts, by the query of its stream. */
  readonly beside?: string;
  /** How long it lasts, and at what settings, if not as the others. */
  readonly secondsDuring?: number;
  readonly vars?: Readonly<Record<string, string>>;
  /** Whether the state must lie on a disk small enough to be filled. */
  readonly onSmallDisk?: boolean;
}

const KILLS = 20;
/** No multiple of the poll interval, so that each kill meets another step. */
const KILL_EVERY_MS = 370;

const d1 = async (product: Product, statement: string) => {
  const db = await product.runtime.miniflare.getD1Database('DB');
  await db.prepare(statement).run();
};

/** Everything that the provider is known or feared to do. */
export const PROVIDER_DISTURBANCES: readonly Disturbance[] = [
  { name: 'a third of answers are 500 or 503', faults: { errorRate: 0.33 } },
  { name: 'every answer is 500 or 503', faults: { errorRate: 1 } },
  { name: 'a fifth of calls hang', faults: { hangRate: 0.2 } },
  { name: 'every call hangs', faults: { hangRate: 1 } },
  { name: 'a third of bodies are cut', faults: { truncationRate: 0.33 } },
  { name: 'a third of answers are broken JSON', faults: { invalidJsonRate: 0.33 } },
  { name: 'unreadable rows beside true ones', faults: { badRowShare: 0.5 } },
  { name: 'a third of answers are huge', faults: { hugeBodyRate: 0.33 } },
  { name: '429 with Retry-After', faults: { tooManyRate: 0.5, retryAfterS: 2 } },
  { name: 'every call is forbidden', faults: { clientErrorRate: 1, clientErrorStatus: 403 } },
  { name: 'the provider is slow', faults: { slowRate: 1, slowMs: 3_000 } },
  { name: 'its clock jumps ahead 5 min', faults: { clockSkewMs: 300_000 } },
  { name: 'its clock falls back 5 min', faults: { clockSkewMs: -300_000 } },
  { name: 'rows come twice', faults: { duplicateShare: 1 } },
  { name: 'rows come in any order', faults: { order: 'shuffled' } },
  { name: 'every connection is refused', faults: { outages: [{ fromMs: 0, toMs: Number.MAX_SAFE_INTEGER }] } },
  { name: 'a third of true rows are spoilt, others each time', faults: { spoiltShare: 0.33 } },
  { name: 'strikes come 20 to 45 s late', faults: { lateness: { minMs: 20_000, maxMs: 45_000 } } },
];

/** Kills again and again, at whatever step the object has come to. */
const repeatedly = async (kill: () => Promise<void>) => {
  for (let time = 0; time < KILLS; time += 1) {
    await kill();
    await wait(KILL_EVERY_MS);
  }
};

const killFeed = (product: Product) => product.kill('FEED', 'feed');
const killRelay = (product: Product) => product.kill('RELAY', 'relay:0');

const D1_AWAY = {
  begin: (product: Product) => d1(product, 'ALTER TABLE strike RENAME TO strike_away'),
  end: (product: Product) => d1(product, 'ALTER TABLE strike_away RENAME TO strike'),
};

const ballast = ({ stateDir }: Product) => join(stateDir, 'ballast');
const DISK_FULL = {
  onSmallDisk: true,
  begin: (product: Product) => fillDisk(ballast(product)),
  end: (product: Product) => rm(ballast(product)),
};

/** The same, and then the Feed is killed. */
const thenKillFeed = (disturbance: typeof D1_AWAY) => ({
  ...disturbance,
  begin: async (product: Product) => {
    await disturbance.begin(product);
    await killFeed(product);
  },
});

/** Everything that may happen to us. */
export const OWN_DISTURBANCES: readonly Disturbance[] = [
  { name: 'the relay is killed', begin: killRelay },
  { name: 'the Feed is killed', begin: killFeed },
  { name: 'the relay is killed twenty times', begin: (product) => repeatedly(() => killRelay(product)) },
  { name: 'the Feed is killed twenty times', begin: (product) => repeatedly(() => killFeed(product)) },
  {
    name: 'both are killed at once',
    begin: async (product) => {
      await Promise.all([killFeed(product), killRelay(product)]);
    },
  },
  {
    name: 'the runtime is stopped and started twice',
    begin: async (product) => {
      await product.restart();
      await product.restart();
    },
  },
  { name: 'the runtime is stopped and started', begin: (product) => product.restart() },
  { name: 'D1 is away', ...D1_AWAY },
  { name: 'D1 is away and the Feed is killed', ...thenKillFeed(D1_AWAY) },
  { name: 'the disk is full', ...DISK_FULL },
  { name: 'the disk is full and the Feed is killed', ...thenKillFeed(DISK_FULL) },
];

const CHUNK = Buffer.alloc(64 * 1024, 1);

/** Writes the file until its file system has no room left. @throws whatever else the system says */
async function fillDisk(path: string): Promise<void> {
  const file = await open(path, 'w');
  try {
    for (let size = CHUNK.length; size > 0; ) {
      try {
        await file.write(CHUNK, 0, size);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        size = Math.floor(size / 2);
      }
    }
  } finally {
    await file.close();
  }
}
