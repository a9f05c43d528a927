import type { NumberedStrike } from '#shared/strike.ts';
import { type CellsEvent, NOWCAST_HOLDS_MS } from '#shared/wire/cellsEvent.ts';
import { encodeFeedEvent } from '#shared/wire/feedCodec.ts';
import { strikesToColumns, toDeltas } from '#shared/wire/StrikeColumns.ts';
import type { StreamFilter } from './OpenStream.ts';

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

/** Storm cells as all streams of a relay are sent them. */
export interface CellsFrame {
  /** The provider's time that they stand for. */
  readonly atMs: number;
  readonly frame: Uint8Array;
}

/** The newest storm cells that a relay was told. */
export class NewestCells {
  private held: CellsFrame | undefined;

  /** Encodes the event once for everybody; one that is not newer than the last changes nothing. */
  take(event: CellsEvent): void {
    if (this.held && event.atMs <= this.held.atMs) return;
    this.held = { atMs: event.atMs, frame: new TextEncoder().encode(encodeFeedEvent({ event: 'cells', data: event })) };
  }

  /** The frame to send at `providerNowMs`, by the provider's clock; undefined if there is none, or it is too old. */
  at(providerNowMs: number): CellsFrame | undefined {
    return this.held && this.held.atMs > providerNowMs - NOWCAST_HOLDS_MS ? this.held : undefined;
  }
}
