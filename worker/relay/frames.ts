import type { NumberedStrike } from '#shared/strike.ts';
import { type CellsEvent, NOWCAST_HOLDS_MS } from '#shared/wire/cellsEvent.ts';
import type { StrikesEvent, StrikeTuple } from '#shared/wire/FeedEvent.ts';
import { encodeFeedEvent } from '#shared/wire/feedCodec.ts';
import { strikesToColumns, toDeltas } from '#shared/wire/StrikeColumns.ts';
import type { StreamFilter } from './OpenStream.ts';

const encoder = new TextEncoder();

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
      : { seq, strikes: wanted.map(tupleOf), ...detailsOf(wanted) };
  return encoder.encode(encodeFeedEvent({ event: 'strikes', id: seq, data }));
}

function tupleOf({ id, latitude, longitude, atMs, ordinal }: NumberedStrike): StrikeTuple {
  return [id, latitude, longitude, atMs, ordinal];
}

function detailsOf(strikes: readonly NumberedStrike[]): Pick<StrikesEvent, 'details'> {
  return strikes.some(({ detail }) => detail) ? { details: strikes.map(({ detail }) => detail ?? null) } : {};
}

/** Shared by all streams of a relay. */
export interface CellsFrame {
  /** By the provider's clock. */
  readonly atMs: number;
  readonly frame: Uint8Array;
}

/** The newest storm cells of a relay. */
export class NewestCells {
  private held: CellsFrame | undefined;

  /** Encodes the event once for all; one no newer than the last is ignored. */
  take(event: CellsEvent): void {
    if (this.held && event.atMs <= this.held.atMs) return;
    this.held = { atMs: event.atMs, frame: new TextEncoder().encode(encodeFeedEvent({ event: 'cells', data: event })) };
  }

  /** By the provider's clock; undefined if there is no frame, or it is too old. */
  at(providerNowMs: number): CellsFrame | undefined {
    return this.held && this.held.atMs > providerNowMs - NOWCAST_HOLDS_MS ? this.held : undefined;
  }
}
