import { type BBox, formatBBox } from '#shared/geo/BBox.ts';
import { LiveClient, type ReceivedEvent } from '#tests/support/LiveClient.ts';
import { type CellReader, stateText } from './CellReader.ts';

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
