import type { Vapid } from '#worker/push/Vapid.ts';

export interface TelegramBot {
  readonly token: string;
  /** `https://api.telegram.org`, or where its stand-in listens. */
  readonly api: string;
}

export interface SenderDeps {
  readonly fetch: typeof fetch;
  readonly nowMs: () => number;
  /** Undefined where the deployment has none: what is meant for it fails. */
  readonly vapid: Vapid | undefined;
  readonly telegram: TelegramBot | undefined;
}
