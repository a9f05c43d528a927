import type { Level } from '#shared/watch/Area.ts';

export type Channel = 'webhook' | 'push' | 'telegram';
export type Threshold = Exclude<Level, 'clear'>;

/** Somebody who is told, as the owner of a book sees them. */
export interface Recipient {
  readonly id: string;
  readonly channel: Channel;
  readonly name: string;
  readonly threshold: Threshold;
  /** The host of a hook or push service, or `Telegram`. */
  readonly target: string;
  readonly state: 'unproven' | 'proven' | 'failing' | 'dead';
  readonly mutedUntil?: number;
  readonly lastDelivery?: {
    readonly kind: string;
    readonly level: Level;
    readonly decidedAt: number;
    readonly sentAt?: number;
    readonly confirmedAt?: number;
    readonly state: 'pending' | 'sent' | 'confirmed' | 'superseded' | 'dead';
  };
}
