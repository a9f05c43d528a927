import type { Level } from '#shared/watch/Area.ts';
import type { MessageType } from '#shared/watch/RecipientView.ts';

/** The strike of a message. Who it is told by another than the step that saw it, has no id and place of it. */
export interface MessageStrike {
  readonly id?: string;
  readonly latitude?: number;
  readonly longitude?: number;
  /** ISO 8601, when it fell. */
  readonly timestamp: string;
  readonly distanceKm: number;
  readonly bearingDeg: number;
}

/** What every channel tells, as a webhook gets it. */
export interface Message {
  readonly type: MessageType;
  /** ISO 8601, when it was decided. */
  readonly timestamp: string;
  readonly data: {
    readonly bookId: string;
    readonly areaId?: string;
    readonly areaName?: string;
    /** The newest change of the area; discard a message with a lower one. */
    readonly change: number;
    readonly level: Level;
    readonly previousLevel: Level;
    /** Nothing is seen: `level` is the last that was known. */
    readonly unknown: boolean;
    readonly strike?: MessageStrike;
    readonly decidedAt: string;
    /** Since when this holds, if it is told later than it could have been. */
    readonly since?: string;
    /** What could not be delivered before. */
    readonly missed?: Missed;
    /** It is told because nobody confirmed it within so many minutes. */
    readonly unconfirmedMin?: number;
    readonly correction?: true;
    readonly late?: true;
    /** Of simulated strikes: an exercise. */
    readonly simulated?: true;
    /** Somebody tries out the chain. */
    readonly drill?: true;
    /** In the book's language, for people. */
    readonly title: string;
    readonly text: string;
    /** The area's panel, where the recipient can be muted. */
    readonly url?: string;
    /** Of a challenge: to be answered with. */
    readonly challenge?: string;
  };
}

/** A raise that never arrived: its highest level, and since when. */
export interface Missed {
  readonly level: Level;
  readonly since: string;
}
