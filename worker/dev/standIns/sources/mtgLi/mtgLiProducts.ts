import { DAY_MS, MINUTE_MS } from '#shared/time/hourKey.ts';

/** A flash as it was in the sky. */
export interface SkyFlash {
  readonly atMs: number;
  readonly latitude: number;
  readonly longitude: number;
}

/** A file of one slot. `share`: how much of the slot's flashes it has, counted from the first. */
interface SlotVersion {
  /** How it was made: `T` and `C` until 2024, `O` since. */
  readonly letter: 'T' | 'C' | 'O';
  /** After the end of its observations. */
  readonly madeAfterMs: number;
  readonly listedAfterMs: number;
  readonly share: number;
}

/** What becomes of ten minutes of observations. No versions: a hole. */
export interface SlotPlan {
  readonly versions: readonly SlotVersion[];
  /** The numbers of its flashes begin at 1, as after an outage, though other files of the day have the same. */
  readonly restarts?: boolean;
}

export interface ProductFlash extends SkyFlash {
  readonly flashId: number;
}

/** A product of the store. Times are milliseconds since the Unix epoch. */
export interface MtgLiProduct {
  readonly id: string;
  readonly bodyName: string;
  readonly trailName: string;
  readonly fromMs: number;
  readonly toMs: number;
  readonly listedMs: number;
  readonly flashes: readonly ProductFlash[];
}

export const SLOT_MS = 10 * MINUTE_MS;
/** Files begin this long after their slot. Flashes that begin up to this long before the file are in it. */
const LATE_MS = 3_000;
const IDS_A_SLOT = 1_000_000;

export const USUAL_PLAN: SlotPlan = {
  versions: [{ letter: 'O', madeAfterMs: 16_000, listedAfterMs: 40_000, share: 1 }],
};

/** `YYYYMMDDhhmmss` in UTC. */
const stamp = (atMs: number) => new Date(atMs).toISOString().slice(0, 19).replace(/\D/g, '');

function fileName(part: string, suffix: string, slotMs: number, { letter, madeAfterMs }: SlotVersion): string {
  const [fromMs, toMs] = [slotMs + LATE_MS, slotMs + SLOT_MS + LATE_MS];
  const cycle = String(Math.floor((slotMs % DAY_MS) / SLOT_MS) + 1).padStart(4, '0');
  const times = `_C_EUMT_${stamp(toMs + madeAfterMs)}_L2PF_OPE_${stamp(fromMs)}_${stamp(toMs)}`;
  return `W_XX-EUMETSAT-Darmstadt,IMG+SAT,MTI1+LI-2-LFL--FD--${part}${times}_N__${letter}_${cycle}_${suffix}`;
}

/** The products of the slot that begins at `slotMs`. `sky` has its flashes. */
export function productsOf(slotMs: number, { versions, restarts = false }: SlotPlan, sky: readonly SkyFlash[]) {
  const firstId = restarts ? 1 : ((slotMs % DAY_MS) / SLOT_MS) * IDS_A_SLOT + 1;
  const flashes = sky.map((flash, index): ProductFlash => ({ ...flash, flashId: firstId + index }));
  return versions.map((version): MtgLiProduct => {
    const fromMs = slotMs + LATE_MS;
    const toMs = fromMs + SLOT_MS;
    return {
      id: fileName('x-x--ARC-x', '0000', slotMs, version),
      bodyName: fileName('CHK-BODY--ARC-NC4E', '0001.nc', slotMs, version),
      trailName: fileName('CHK-TRAIL--ARC-NC4E', '0002.nc', slotMs, version),
      fromMs,
      toMs,
      listedMs: toMs + version.listedAfterMs,
      flashes: unsorted(flashes.slice(0, Math.ceil(flashes.length * version.share))),
    };
  });
}

/** Every other flash, then the others backwards: as little sorted as the real files. */
function unsorted(flashes: readonly ProductFlash[]): ProductFlash[] {
  const isEven = (_: ProductFlash, index: number) => index % 2 === 0;
  return [...flashes.filter(isEven), ...flashes.filter((flash, index) => !isEven(flash, index)).reverse()];
}
