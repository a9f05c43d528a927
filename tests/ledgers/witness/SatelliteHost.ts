import type { VirtualTime } from '#tests/support/time/VirtualTime.ts';
import type { SourceTraits } from '#worker/sources/port/SourceTraits.ts';
import type { FileAnswer, FileList, FileSource, ListedFile } from '#worker/sources/port/StrikeSource.ts';
import type { Event } from '#worker/witness/matchFlashes.ts';

export const SLOT_MS = 600_000;
/** From the end of a slot until its file is listed. */
const LISTED_AFTER_MS = 60_000;

const SATELLITE: SourceTraits = {
  name: 'mtg-li',
  way: 'files',
  kind: 'optical-flash',
  rows: { max: 200_000, truncation: 'never' },
  delayMs: { typical: 420_000, worst: 900_000, step: SLOT_MS },
  timeStepMs: 1,
  errorKm: { typical: 8, worst: 21 },
  identity: 'given',
  coverage: { west: -65, south: -65, east: 65, north: 65 },
  attribution: 'Seen from above {year}',
  publicUse: 'yes',
};

/** Publishes a file for each ten minutes of `sky`, a minute after its end, with the faults it is told. */
export class SatelliteHost implements FileSource {
  readonly way = 'files';
  readonly traits = SATELLITE;
  readonly callsMs: number[] = [];
  readonly missing = new Set<number>();
  readonly warned = new Set<number>();
  fault: () => Extract<FileAnswer, { reason: string }> | undefined = () => undefined;
  private readonly time: VirtualTime;
  private readonly sky: readonly Event[];

  constructor(time: VirtualTime, sky: readonly Event[]) {
    this.time = time;
    this.sky = sky;
  }

  async listFiles(fromMs: number, toMs: number): Promise<FileList> {
    this.callsMs.push(this.time.now());
    const fault = this.fault();
    if (fault) return fault.kind === 'unreadable' ? { kind: 'failed', reason: fault.reason } : fault;
    const files: ListedFile[] = [];
    for (let slotMs = Math.floor(toMs / SLOT_MS) * SLOT_MS; slotMs + SLOT_MS > fromMs; slotMs -= SLOT_MS) {
      const isListed = slotMs + SLOT_MS + LISTED_AFTER_MS <= this.time.now() && !this.missing.has(slotMs);
      if (isListed) files.push({ id: `${slotMs}`, slotMs, fromMs: slotMs, toMs: slotMs + SLOT_MS });
    }
    return { kind: 'listed', files };
  }

  async readFile({ slotMs, fromMs, toMs }: ListedFile): Promise<FileAnswer> {
    this.callsMs.push(this.time.now());
    const fault = this.fault();
    if (fault) return fault;
    const strikes = this.sky
      .filter(({ atMs }) => atMs >= fromMs && atMs < toMs)
      .map((flash, index) => ({ ...flash, id: `${slotMs}-${index}` }));
    return { kind: 'strikes', strikes, rows: strikes.length, skipped: [], isWarned: this.warned.has(slotMs) };
  }
}
