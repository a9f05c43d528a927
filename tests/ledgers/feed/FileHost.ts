import { HOME } from '#tests/ledgers/runFeed.ts';
import type { VirtualTime } from '#tests/support/time/VirtualTime.ts';
import type { SourceTraits } from '#worker/sources/port/SourceTraits.ts';
import type { FileAnswer, FileList, FileSource, ListedFile } from '#worker/sources/port/StrikeSource.ts';

const MINUTE_MS = 60_000;
export const SLOT_MS = 10 * MINUTE_MS;
export const LISTED_AFTER_MS = 2 * MINUTE_MS;

const TRAITS: SourceTraits = {
  name: 'files',
  way: 'files',
  kind: 'optical-flash',
  rows: { max: 200_000, truncation: 'never' },
  delayMs: { typical: 7 * MINUTE_MS, worst: 15 * MINUTE_MS, step: SLOT_MS },
  timeStepMs: 1,
  errorKm: { typical: 8, worst: 21 },
  identity: 'given',
  coverage: HOME,
  attribution: '',
  publicUse: 'yes',
};

interface Part {
  readonly id: string;
  readonly fromMs: number;
  readonly toMs: number;
  readonly listedMs: number;
}

/** Publishes a file of ten minutes two minutes after its end, with one flash a minute; some slots never, or late. */
export class FileHost implements FileSource {
  readonly way = 'files';
  readonly traits = TRAITS;
  readonly callsMs: number[] = [];
  readonly missing = new Set<number>();
  /** Of some slots, in place of the whole: newest first. */
  readonly parts = new Map<number, readonly Part[]>();
  readonly readIds: string[] = [];
  fault: (call: number) => FileAnswer | undefined = () => undefined;
  private readonly time: VirtualTime;

  constructor(time: VirtualTime) {
    this.time = time;
  }

  async listFiles(fromMs: number, toMs: number): Promise<FileList> {
    this.callsMs.push(this.time.now());
    const fault = this.fault(this.callsMs.length);
    if (fault && fault.kind !== 'strikes' && fault.kind !== 'absent' && fault.kind !== 'unreadable') return fault;
    const files: ListedFile[] = [];
    for (let slotMs = Math.floor(toMs / SLOT_MS) * SLOT_MS; slotMs + SLOT_MS > fromMs; slotMs -= SLOT_MS) {
      const isOut = slotMs + SLOT_MS + LISTED_AFTER_MS <= this.time.now();
      if (isOut && !this.missing.has(slotMs))
        for (const { id, fromMs, toMs } of this.partsOf(slotMs)) files.push({ id, slotMs, fromMs, toMs });
    }
    return { kind: 'listed', files };
  }

  private partsOf(slotMs: number): readonly Part[] {
    const whole = { id: `v1-${slotMs}`, fromMs: slotMs, toMs: slotMs + SLOT_MS, listedMs: 0 };
    return (this.parts.get(slotMs) ?? [whole]).filter(({ listedMs }) => listedMs <= this.time.now());
  }

  async readFile({ id, slotMs, fromMs, toMs }: ListedFile): Promise<FileAnswer> {
    this.callsMs.push(this.time.now());
    this.readIds.push(id);
    const isOfPart = ({ atMs }: { atMs: number }) => atMs >= fromMs && atMs < toMs;
    // Each version numbers its flashes by itself.
    const strikes = flashesOf(slotMs)
      .filter(isOfPart)
      .map((flash) => ({ ...flash, id: this.parts.has(slotMs) ? `${id} ${flash.id}` : flash.id }));
    return this.fault(this.callsMs.length) ?? { kind: 'strikes', strikes, rows: strikes.length, skipped: [] };
  }
}

/** Ids start again in each file. */
export const flashesOf = (slotMs: number) =>
  Array.from({ length: 10 }, (_, minute) => ({
    id: `${slotMs}-${minute}`,
    latitude: 42,
    longitude: 23,
    atMs: slotMs + minute * MINUTE_MS,
  }));
