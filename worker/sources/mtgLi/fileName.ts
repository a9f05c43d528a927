import { DAY_MS, MINUTE_MS } from '#shared/time/hourKey.ts';

/** A product is named like its parts, but for what kind of part it is. */
const KIND = 'LI-2-LFL--FD--';
const PARTS = { 'CHK-BODY-': 'BODY', 'CHK-TRAIL-': 'TRAIL' } as const;
const CENTRE = '_C_EUMT_';
const TIMES = /^(\d{14})_L2PF_OPE_(\d{14})_(\d{14})_N__[A-Z]_(\d{4})_\d{4}/;
const SLOT_MS = 10 * MINUTE_MS;
const SLOTS_A_DAY = DAY_MS / SLOT_MS;
/** A file ends some seconds after its slot, so that the last one of a day ends in the next. */
const END_MS = 10_000;

export interface LflName {
  /** `ALL` for a product, which holds both parts. */
  readonly part: 'BODY' | 'TRAIL' | 'ALL';
  readonly madeMs: number;
  readonly fromMs: number;
  readonly toMs: number;
  /** Start of the ten minutes that it is filed under. */
  readonly slotMs: number;
}

const instantMs = (stamp: string) =>
  Date.parse(stamp.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3T$4:$5:$6Z'));

/** Times and slot of a file or product of flashes; undefined if it is named otherwise. The letter (T, C, O) says only how it was made. */
export function parseFileName(name: string): LflName | undefined {
  const [kindAt, centreAt] = [name.indexOf(KIND), name.lastIndexOf(CENTRE)];
  const found = TIMES.exec(name.slice(centreAt + CENTRE.length));
  if (kindAt < 0 || centreAt < kindAt + KIND.length || !found) return undefined;
  const [, made = '', from = '', to = '', cycle = ''] = found;
  const [madeMs, fromMs, toMs] = [instantMs(made), instantMs(from), instantMs(to)];
  const number = Number(cycle);
  if (![madeMs, fromMs, toMs].every(Number.isFinite) || fromMs >= toMs || number < 1 || number > SLOTS_A_DAY) {
    return undefined;
  }
  const dayMs = Math.floor((toMs - END_MS) / DAY_MS) * DAY_MS;
  const [, part = 'ALL' as const] =
    Object.entries(PARTS).find(([said]) => name.startsWith(said, kindAt + KIND.length)) ?? [];
  return { part, madeMs, fromMs, toMs, slotMs: dayMs + (number - 1) * SLOT_MS };
}
