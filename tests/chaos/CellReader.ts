import { LightningClient, type LiveItem, type Strike } from '#client/index.ts';
import { type BBox, formatBBox } from '#shared/geo/BBox.ts';
import { LiveClient, type ReceivedEvent } from '#tests/support/LiveClient.ts';

/** What a reader was told of the feed's state, and when: `live`, or `delayed (provider)`. */
interface ToldState {
  readonly atMs: number;
  readonly state: string;
}

/** Whoever reads the stream through a disturbance, and remembers what it was told. */
export interface CellReader {
  /** How often each strike id was told. */
  readonly told: ReadonlyMap<string, number>;
  readonly firstToldMs: ReadonlyMap<string, number>;
  readonly states: readonly ToldState[];
  strikes(): readonly (readonly [id: string, latitude: number, longitude: number, ...unknown[]])[];
  /** Resolves once `condition` holds; rejects after `patienceMs`. */
  until(condition: () => boolean, what: string, patienceMs?: number): Promise<void>;
  close(): Promise<void>;
}

const stateText = ({ state, cause }: { readonly state: string; readonly cause?: string | undefined }) =>
  cause === undefined ? state : `${state} (${cause})`;

const stateOf = ({ value, atMs }: ReceivedEvent) =>
  value.event === 'hb' || value.event === 'hello' ? [{ atMs, state: stateText(value.data.feed) }] : [];

/** A subscriber as anyone might write one; it has no answer to a `reset`. */
export function plainReader(url: string, box: BBox): CellReader {
  const client = new LiveClient(url, `bbox=${formatBBox(box)}`);
  return {
    told: client.told,
    firstToldMs: client.firstToldMs,
    get states() {
      return client.events.flatMap(stateOf);
    },
    strikes: () => client.strikes(),
    until: (condition, what, patienceMs) => client.until(condition, what, patienceMs),
    close: () => client.close(),
  };
}

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
