import { distanceKm, KM_PER_DEGREE, type Position } from '#shared/geo/geodesy.ts';
import type { CellReport } from '#shared/nowcast/cells/CellReport.ts';
import type { FormerSelf } from '#shared/nowcast/cells/CellTracker.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/time/hourKey.ts';
import { REPLAY_MINUTES } from './minutesDue.ts';

export interface KeptCell extends Pick<CellReport, 'id' | 'latitude' | 'longitude' | 'eastKmH' | 'northKmH'> {
  readonly bornMs: number;
}

/** Kept over a restart, because readers know a storm cell by its id. */
interface KeptCells {
  readonly atMs: number;
  readonly nextId: number;
  readonly cells: readonly KeptCell[];
}

const KEY = 'cells';

/** The storm cells told last, in an object's storage. */
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

/** Two cells of one storm are rarely nearer, and one is rarely further from its expected place. */
const SAME_WITHIN_KM = 15;

/** The kept cell of each present id: the nearest to where it should be at `atMs`. Matches are one to one. */
export function matchKept(
  cells: readonly (Position & { readonly id: number })[],
  kept: KeptCells,
  atMs: number,
): Map<number, FormerSelf> {
  const former = new Map<number, FormerSelf>();
  const sinceMs = atMs - kept.atMs;
  if (Math.abs(sinceMs) > REPLAY_MINUTES * MINUTE_MS) return former;
  const pairs = kept.cells.flatMap((old) => {
    const expected = movedOn(old, sinceMs / HOUR_MS);
    return cells.map(({ id, ...at }) => ({ id, old, km: distanceKm(expected, at) }));
  });
  const taken = new Set<number>();
  const near = pairs.filter(({ km }) => km <= SAME_WITHIN_KM);
  for (const { id, old } of near.sort((a, b) => a.km - b.km || a.old.id - b.old.id || a.id - b.id)) {
    if (former.has(id) || taken.has(old.id)) continue;
    former.set(id, { id: old.id, bornMs: old.bornMs });
    taken.add(old.id);
  }
  return former;
}

function movedOn({ latitude, longitude, eastKmH, northKmH }: KeptCell, hours: number): Position {
  const kmADegreeEast = KM_PER_DEGREE * Math.cos((latitude * Math.PI) / 180);
  return {
    latitude: latitude + (northKmH * hours) / KM_PER_DEGREE,
    longitude: longitude + (eastKmH * hours) / kmADegreeEast,
  };
}
