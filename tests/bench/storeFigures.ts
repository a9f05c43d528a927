import { HOME_BOX as VIEW } from '#shared/geo/BBox.ts';
import { toStrikes } from '#shared/strike.ts';
import { fromDeltas, strikesToColumns, toDeltas } from '#shared/wire/StrikeColumns.ts';
import { windowCounts } from '#web/sky/findStrikes.ts';
import { dirtyRows, StrikeStore } from '#web/sky/StrikeStore.ts';
import { type Figure, ratioAtMost } from './Figure.ts';
import { interleave, type Pair } from './interleave.ts';
import { asProviderEvents, type ProviderEvent, stormStrikes } from './stormStrikes.ts';

/** The map's data as one would first write it: an array of the provider's objects, rebuilt on every change. */
type BaselineEvents = readonly ProviderEvent[];

/** The events and the new ones, each id once, none older than the window. */
function mergeNaively(held: BaselineEvents, fresh: BaselineEvents, nowMs: number, windowMs: number): BaselineEvents {
  const seen = new Set<string>();
  return [...held, ...fresh].filter(({ id, timestamp }) => {
    if (seen.has(id) || Date.parse(timestamp) < nowMs - windowMs) return false;
    seen.add(id);
    return true;
  });
}

function filterNaively(held: BaselineEvents, nowMs: number, windowMs: number): BaselineEvents {
  return held.filter(({ timestamp }) => Date.parse(timestamp) >= nowMs - windowMs);
}

/** Every event with its age class, as a list that a renderer is given each time ages change. */
export function ageNaively(held: BaselineEvents, nowMs: number): (ProviderEvent & { readonly ageClass: string })[] {
  return held.map((event) => {
    const ageMs = nowMs - Date.parse(event.timestamp);
    return { ...event, ageClass: ageMs <= 300_000 ? 'fresh' : ageMs <= 1_800_000 ? 'recent' : 'old' };
  });
}

/** Colours of the classes that `ageNaively` gives. */
export const COLOURS = { fresh: [79, 25, 84], recent: [232, 31, 66], old: [219, 160, 20] } as const;

/** Attributes by accessor, one call an object, which is what a layer does with a new array. */
function attributesNaively(held: BaselineEvents, nowMs: number) {
  const positions = new Float32Array(held.length * 2);
  const colours = new Uint8ClampedArray(held.length * 3);
  for (const [index, event] of ageNaively(held, nowMs).entries()) {
    positions.set([event.longitude, event.latitude], index * 2);
    colours.set(COLOURS[event.ageClass as keyof typeof COLOURS], index * 3);
  }
  return { positions, colours };
}

const END_MS = Date.UTC(2026, 6, 14, 18);
const DAY_MS = 86_400_000;
const EVENT_STRIKES = 300;

/** A store and its naive counterpart with the same `held` strikes of a day, and the events that come next. */
function prepare(held: number, events: number) {
  const fresh = events * EVENT_STRIKES;
  const strikes = stormStrikes(held + fresh, END_MS, DAY_MS);
  const store = new StrikeStore({ capacity: held + fresh, maxAgeMs: DAY_MS, epochMs: END_MS - DAY_MS });
  store.append(strikesToColumns(strikes.slice(0, held)), END_MS);
  const batches = Array.from({ length: events }, (_, index) =>
    strikes.slice(held + index * EVENT_STRIKES, held + (index + 1) * EVENT_STRIKES),
  );
  return {
    store,
    naive: asProviderEvents(strikes.slice(0, held)) as BaselineEvents,
    deltas: batches.map((batch) => toDeltas(toStrikes(batch))),
    baselineBatches: batches.map(asProviderEvents),
  };
}

function measure(held: number, rounds: number) {
  const { store, naive, deltas, baselineBatches } = prepare(held, rounds + 2);
  let events = naive;
  let mine = 0;
  let theirs = 0;
  const merge = interleave(
    {
      ours: () => {
        const mark = { generation: store.generation, rows: store.length };
        const delta = deltas[mine++];
        if (delta) store.append(fromDeltas(delta), END_MS);
        dirtyRows(mark, { generation: store.generation, rows: store.length });
      },
      baseline: () => {
        events = mergeNaively(events, baselineBatches[theirs++] ?? [], END_MS, DAY_MS);
      },
    },
    rounds,
  );
  const filter = interleave(
    {
      ours: () => windowCounts(store, VIEW, END_MS, 6 * 3_600_000, 600_000),
      baseline: () => attributesNaively(filterNaively(events, END_MS, 6 * 3_600_000), END_MS),
    },
    rounds,
  );
  const age = interleave(
    {
      ours: () => {
        store.expire(END_MS);
        windowCounts(store, VIEW, END_MS, 3_600_000, 60_000);
      },
      baseline: () => ageNaively(events, END_MS),
    },
    rounds,
  );
  return { merge, filter, age };
}

/** What new strikes, another filter and the passing of time cost the page, at each number of strikes held. */
export function storeFigures(helds: readonly number[], rounds: number): Figure[] {
  const all = helds.map((held) => ({ held, ...measure(held, rounds) }));
  const figures = all.flatMap(({ held, merge, filter, age }): Figure[] => {
    const at = held.toLocaleString('en');
    const row = (name: string, pair: Pair, most: number, shortMost: number): Figure => {
      return { group: 'browser', name: `${name} ${at}`, unit: 'ms', ...pair, ...ratioAtMost(most, shortMost) };
    };
    // In short, with 20,000 held, three times what is measured.
    return [
      row(`merge an event of ${EVENT_STRIKES} into`, merge, 0.02, 0.04),
      row('change of filter over', filter, 0.1, 0.06),
      row('age tick over', age, 0.1, 0.04),
    ];
  });
  const [least, most] = [all[0], all.at(-1)];
  if (!least || !most || least === most) return figures;
  const name = `merge into ${most.held.toLocaleString('en')} against ${least.held.toLocaleString('en')}`;
  const merged = { ours: most.merge.ours, baseline: least.merge.ours };
  return [...figures, { group: 'browser', name, unit: 'ms', ...merged, ...ratioAtMost(4) }];
}
