import { HOME_BOX } from '#shared/geo/BBox.ts';
import { MINUTE_MS } from '#shared/time.ts';
import type { VirtualTime } from '#tests/support/time/VirtualTime.ts';
import type { FileList, FileResponse, FileSource, ListedFile, SourceTraits } from '#worker/sources/source.ts';

export const SLOT_MS = 10 * MINUTE_MS;

export const FILE_TRAITS: SourceTraits = {
  name: 'files',
  way: 'files',
  kind: 'optical-flash',
  rows: { max: 200_000, truncation: 'never' },
  delayMs: { typical: 7 * MINUTE_MS, worst: 15 * MINUTE_MS, step: SLOT_MS },
  timeStepMs: 1,
  errorKm: { typical: 8, worst: 21 },
  identity: 'given',
  coverage: HOME_BOX,
  attribution: '',
  publicUse: 'yes',
};

interface Flash {
  readonly id: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly atMs: number;
}

interface Part {
  readonly id: string;
  readonly fromMs: number;
  readonly toMs: number;
  readonly listedMs: number;
}

/** Publishes a file of each ten minutes some time after their end; some slots never, late, in parts or warned of. */
export class FileHost implements FileSource {
  readonly way = 'files';
  readonly traits: SourceTraits;
  readonly callsMs: number[] = [];
  readonly missing = new Set<number>();
  readonly warned = new Set<number>();
  /** Of some slots, in place of the whole: newest first. */
  readonly parts = new Map<number, readonly Part[]>();
  readonly readIds: string[] = [];
  overrideFor: (call: number) => FileResponse | undefined = () => undefined;
  private readonly time: VirtualTime;
  private readonly listedAfterMs: number;
  private readonly flashesOf: (slotMs: number) => readonly Flash[];

  constructor(
    time: VirtualTime,
    listedAfterMs: number,
    flashesOf: (slotMs: number) => readonly Flash[],
    traits = FILE_TRAITS,
  ) {
    this.time = time;
    this.listedAfterMs = listedAfterMs;
    this.flashesOf = flashesOf;
    this.traits = traits;
  }

  async listFiles(fromMs: number, toMs: number): Promise<FileList> {
    this.callsMs.push(this.time.now());
    const overridden = this.overrideFor(this.callsMs.length);
    if (overridden && overridden.kind !== 'strikes' && overridden.kind !== 'absent' && overridden.kind !== 'unreadable')
      return overridden;
    const files: ListedFile[] = [];
    for (let slotMs = Math.floor(toMs / SLOT_MS) * SLOT_MS; slotMs + SLOT_MS > fromMs; slotMs -= SLOT_MS) {
      const isOut = slotMs + SLOT_MS + this.listedAfterMs <= this.time.now();
      if (isOut && !this.missing.has(slotMs))
        for (const { id, fromMs, toMs } of this.partsOf(slotMs)) files.push({ id, slotMs, fromMs, toMs });
    }
    return { kind: 'listed', files };
  }

  private partsOf(slotMs: number): readonly Part[] {
    const whole = { id: `v1-${slotMs}`, fromMs: slotMs, toMs: slotMs + SLOT_MS, listedMs: 0 };
    return (this.parts.get(slotMs) ?? [whole]).filter(({ listedMs }) => listedMs <= this.time.now());
  }

  async readFile({ id, slotMs, fromMs, toMs }: ListedFile): Promise<FileResponse> {
    this.callsMs.push(this.time.now());
    this.readIds.push(id);
    // Each version numbers its flashes by itself.
    const strikes = this.flashesOf(slotMs)
      .filter(({ atMs }) => atMs >= fromMs && atMs < toMs)
      .map((flash) => ({ ...flash, id: this.parts.has(slotMs) ? `${id} ${flash.id}` : flash.id }));
    const result = { kind: 'strikes', strikes, rows: strikes.length, skipped: [] } as const;
    return this.overrideFor(this.callsMs.length) ?? { ...result, isWarned: this.warned.has(slotMs) };
  }

  /** Calls in the busiest minute. */
  get mostCalls(): number {
    const { callsMs } = this;
    return Math.max(
      ...callsMs.map((fromMs) => callsMs.filter((atMs) => atMs >= fromMs && atMs < fromMs + MINUTE_MS).length),
    );
  }
}
