import type { Level } from '#shared/watch/Area.ts';
import type { MessageType } from '#shared/watch/RecipientView.ts';

/** Only the step that saw the strike has its id and place. */
export interface MessageStrike {
  readonly id?: string;
  readonly latitude?: number;
  readonly longitude?: number;
  readonly timestamp: string;
  readonly distanceKm: number;
  readonly bearingDeg: number;
}

/** The content of a message on every channel; the JSON body of a webhook. */
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
    /** Nothing is seen: `level` is the last known. */
    readonly unknown: boolean;
    readonly strike?: MessageStrike;
    readonly decidedAt: string;
    /** Since when this holds, if it is told late. */
    readonly since?: string;
    readonly missed?: Missed;
    /** Present if told because nobody confirmed it within so many minutes. */
    readonly unconfirmedMin?: number;
    readonly correction?: true;
    readonly late?: true;
    readonly simulated?: true;
    readonly drill?: true;
    readonly title: string;
    readonly text: string;
    readonly url?: string;
    /** Of a challenge: the value to echo. */
    readonly challenge?: string;
  };
}

/** A raise that never arrived. */
export interface Missed {
  readonly level: Level;
  readonly since: string;
}

interface Linked {
  readonly origin: string;
  readonly id: string;
  readonly muteKey: string;
}

/** The area's panel, where this recipient can be muted. Opening it changes nothing; servers do not see the fragment. */
export function panelUrl(
  { origin, id, muteKey }: Linked,
  book: { readonly id: string; readonly language: string },
  area: string,
): string {
  return `${origin}/${book.language}/watch/${book.id}/${area}#mute=${id}.${muteKey}`;
}
