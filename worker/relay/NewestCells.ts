import { type CellsEvent, NOWCAST_HOLDS_MS } from '#shared/wire/cellsEvent.ts';
import { encodeFeedEvent } from '#shared/wire/feedCodec.ts';

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

  /** What may be sent at `providerNowMs`, by the provider's clock: undefined if there is none, or it is too old. */
  at(providerNowMs: number): CellsFrame | undefined {
    return this.held && this.held.atMs > providerNowMs - NOWCAST_HOLDS_MS ? this.held : undefined;
  }
}
