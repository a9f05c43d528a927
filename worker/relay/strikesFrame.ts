import type { NumberedStrike } from '#shared/strike.ts';
import { encodeFeedEvent } from '#shared/wire/feedCodec.ts';
import { strikesToColumns, toDeltas } from '#shared/wire/StrikeColumns.ts';
import type { StreamFilter } from './StreamFilter.ts';

const encoder = new TextEncoder();

/** The `strikes` event, encoded, with the strikes that match the filter; undefined if none does. */
export function strikesFrame(
  filter: StreamFilter,
  strikes: readonly NumberedStrike[],
  seq: number,
): Uint8Array | undefined {
  const wanted = strikes.filter((strike) => filter.matches(strike));
  if (wanted.length === 0) return undefined;
  const data =
    filter.form === 'columns'
      ? { seq, columns: toDeltas(strikesToColumns(wanted)) }
      : {
          seq,
          strikes: wanted.map(
            ({ id, latitude, longitude, atMs, ordinal }) =>
              [id, latitude, longitude, atMs, ordinal] as [string, number, number, number, number],
          ),
        };
  return encoder.encode(encodeFeedEvent({ event: 'strikes', id: seq, data }));
}
