import type { AreaBody } from '#shared/watch/AreaBody.ts';
import type { AreaChange } from '#shared/watch/AreaState.ts';

/** An area, as a feed tells of it. */
export interface FeedArea extends Pick<AreaBody, 'name' | 'shape' | 'ringsKm'> {
  readonly id: string;
}

export interface FeedChange {
  readonly area: string;
  readonly change: AreaChange;
}

/** What a feed is made of. Times are the server's. */
export interface FeedBook {
  readonly id: string;
  readonly language: string;
  readonly timeZone: string;
  readonly createdMs: number;
  readonly areas: readonly FeedArea[];
  /** Those that a feed tells of, oldest first. */
  readonly changes: readonly FeedChange[];
}

/** What a feed says of who sends it. */
export interface FeedSender {
  /** Origin of the site. */
  readonly origin: string;
  readonly isSimulated: boolean;
}

/** The name under which feeds are sent. */
export const SENDER_NAME = 'Balkan Lightning';
