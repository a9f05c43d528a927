/** How the service errs on a message that it would otherwise take. */
export type PushFault =
  | { readonly kind: 'well' }
  /** Answers so, and has not taken it. */
  | { readonly kind: 'status'; readonly status: number; readonly retryAfterS?: number }
  /** Takes nothing and never answers. */
  | { readonly kind: 'hang' }
  /** Takes it, and the connection breaks before the answer. */
  | { readonly kind: 'cut' }
  /** Takes it and answers after so long. */
  | { readonly kind: 'slow'; readonly delayMs: number };

/** One for all, or for each message by its subscription's token and its number, from 0. */
export type PushFaults = PushFault | ((token: string, number: number) => PushFault);

/** One message that came, whatever became of it. */
export interface PushArrival {
  readonly id: string;
  readonly atMs: number;
  readonly token: string;
  /** What was answered; 0 for no answer. */
  readonly status: number;
  /** Whether it was taken, though the answer may have been lost. */
  readonly taken: boolean;
  /** Why it was refused. */
  readonly refusal?: string;
  readonly ttlS: number;
  readonly urgency: string | undefined;
  readonly topic: string | undefined;
  /** The message that was waiting and that this one replaced. */
  readonly replaced?: string;
  /** Encrypted. */
  readonly body: Buffer;
  /** When its browser said that its worker had it. */
  confirmedMs?: number;
}
