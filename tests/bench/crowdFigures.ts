import { strikesToColumns } from '#shared/wire/StrikeColumns.ts';
import { Crowds } from '#web/sky/strikes/Crowds.ts';
import { StrikeStore } from '#web/sky/strikes/StrikeStore.ts';
import { type Figure, ratioAtMost } from './Figure.ts';
import { interleave } from './interleave.ts';
import { stormStrikes } from './stormStrikes.ts';

const END_MS = Date.UTC(2026, 6, 14, 18);
const HOUR_MS = 3_600_000;
/** A wall that shows the region. */
const LEVEL = 5;
/** As one would first write it: cells by their names. */
type NaiveCells = Map<string, { fresh: number; recent: number; old: number }>;

/** What finding crowds among the strikes of an hour costs, at each number of strikes. Runs in any JavaScript engine. */
export function crowdFigures(helds: readonly number[], rounds: number): Figure[] {
  return helds.map((held): Figure => {
    const store = new StrikeStore({ capacity: held, maxAgeMs: HOUR_MS, epochMs: END_MS - HOUR_MS });
    store.append(strikesToColumns(stormStrikes(held, END_MS, HOUR_MS)), END_MS);
    const crowds = new Crowds();
    const scope = {
      level: LEVEL,
      now: 36_000,
      window: 36_000,
      youngest: -600,
      fresh: 3_000,
      recent: 18_000,
      range: 36_000,
    };
    // Another one each time: their cells are looked up anew, as after a zoom.
    let generation = 0;
    const times = interleave(
      {
        ours: () => {
          crowds.count(store.drawn, store.length, scope, ++generation);
          let cells = 0;
          crowds.each(() => {
            cells += 1;
          });
          if (cells === 0) throw new Error('a storm without a crowd');
        },
        theirs: () => countNaively(store),
      },
      rounds,
    );
    const name = `find crowds among ${held.toLocaleString('en')}`;
    return { group: 'browser', name, unit: 'ms', ours: times.ours, baseline: times.theirs, ...ratioAtMost(0.5) };
  });
}

function countNaively({ length, latitudesE5, longitudesE5, atMs }: StrikeStore): NaiveCells {
  const cells: NaiveCells = new Map();
  for (let row = 0; row < length; row += 1) {
    const key = `${Math.floor((longitudesE5[row] ?? 0) / 40_000)} ${Math.floor((latitudesE5[row] ?? 0) / 30_000)}`;
    const cell = cells.get(key) ?? { fresh: 0, recent: 0, old: 0 };
    const ageMs = END_MS - (atMs[row] ?? 0);
    cell[ageMs <= 300_000 ? 'fresh' : ageMs <= 1_800_000 ? 'recent' : 'old'] += 1;
    cells.set(key, cell);
  }
  return cells;
}
