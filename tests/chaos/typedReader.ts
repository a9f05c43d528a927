import { LightningClient, type LiveItem, type Strike } from '#client/index.ts';
import type { BBox } from '#shared/geo/BBox.ts';
import { type CellReader, stateText, type ToldState } from './CellReader.ts';

/** The client that we hand out (`clients/typescript`), as its README shows it. */
export function typedReader(url: string, bbox: BBox): CellReader {
  const told = new Map<string, number>();
  const firstToldMs = new Map<string, number>();
  const states: ToldState[] = [];
  const strikes: Strike[] = [];
  const waiters = new Set<() => void>();
  const stop = new AbortController();
  const take = (item: LiveItem) => {
    const atMs = Date.now();
    if (item.type === 'feed') states.push({ atMs, state: stateText(item.feed) });
    if (item.type !== 'strike') return;
    const { id } = item.strike;
    strikes.push(item.strike);
    told.set(id, (told.get(id) ?? 0) + 1);
    if (!firstToldMs.has(id)) firstToldMs.set(id, atMs);
  };
  const read = async () => {
    for await (const item of new LightningClient({ origin: url }).live({ bbox, signal: stop.signal })) {
      take(item);
      for (const wake of waiters) wake();
      waiters.clear();
    }
  };
  const done = read();
  return {
    told,
    firstToldMs,
    states,
    strikes: () => strikes.map(({ id, latitude, longitude }) => [id, latitude, longitude]),
    until: async (condition, what, patienceMs = 20_000) => {
      const deadline = AbortSignal.timeout(patienceMs);
      while (!condition()) {
        await new Promise<void>((resolve, reject) => {
          waiters.add(resolve);
          const late = () => reject(new Error(`waited ${patienceMs} ms for ${what}`));
          deadline.addEventListener('abort', late, { once: true });
        });
      }
    },
    close: async () => {
      stop.abort();
      await done;
    },
  };
}
