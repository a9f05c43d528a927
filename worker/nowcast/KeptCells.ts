import type { CellReport } from '#shared/nowcast/CellReport.ts';
import type { NowcastMemory } from '#shared/nowcast/createNowcast.ts';

/** A storm cell as it is remembered over a restart. */
export type KeptCell = Pick<CellReport, 'id' | 'latitude' | 'longitude' | 'eastKmH' | 'northKmH'>;

/** What must not be forgotten: who was told of a storm cell knows it by its id. */
export interface KeptCells {
  readonly atMs: number;
  readonly nextId: number;
  readonly cells: readonly KeptCell[];
  readonly memory: NowcastMemory;
}

const KEY = 'cells';

/** The storm cells that were told last, in an object's storage. */
export class KeptCellsStore {
  private readonly storage: Pick<DurableObjectStorage, 'kv'>;

  constructor(storage: Pick<DurableObjectStorage, 'kv'>) {
    this.storage = storage;
  }

  read(): KeptCells | undefined {
    return this.storage.kv.get<KeptCells>(KEY);
  }

  write(atMs: number, nextId: number, reports: readonly KeptCell[], memory: NowcastMemory): void {
    const cells = reports.map(({ id, latitude, longitude, eastKmH, northKmH }) => {
      return { id, latitude, longitude, eastKmH, northKmH };
    });
    const kept: KeptCells = { atMs, nextId, cells, memory };
    this.storage.kv.put(KEY, kept);
  }
}
