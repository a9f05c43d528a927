import type { CellReport } from '#shared/nowcast/cells/CellReport.ts';
import { MINUTE_MS } from './minutesDue.ts';

/** A storm cell as it is remembered over a restart. */
export interface KeptCell extends Pick<CellReport, 'id' | 'latitude' | 'longitude' | 'eastKmH' | 'northKmH'> {
  readonly bornMs: number;
}

/** What must not be forgotten: who was told of a storm cell knows it by its id. */
export interface KeptCells {
  readonly atMs: number;
  readonly nextId: number;
  readonly cells: readonly KeptCell[];
}

const KEY = 'cells';

/** The storm cells that were told last, in an object's storage. */
export class KeptCellsStore {
  private readonly kv: Pick<SyncKvStorage, 'get' | 'put'>;

  constructor(kv: Pick<SyncKvStorage, 'get' | 'put'>) {
    this.kv = kv;
  }

  read(): KeptCells | undefined {
    return this.kv.get<KeptCells>(KEY);
  }

  write(atMs: number, nextId: number, reports: readonly CellReport[]): void {
    const cells = reports.map(({ id, latitude, longitude, eastKmH, northKmH, ageMinutes }) => {
      return { id, latitude, longitude, eastKmH, northKmH, bornMs: atMs - ageMinutes * MINUTE_MS };
    });
    const kept: KeptCells = { atMs, nextId, cells };
    this.kv.put(KEY, kept);
  }
}
