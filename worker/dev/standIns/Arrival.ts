import type { HookArrival } from './hookReceiver.ts';

/** One message as the page of arrivals shows it. */
export interface Arrival {
  readonly atMs: number;
  readonly channel: 'webhook' | 'telegram' | 'push';
  /** Whom it reached. */
  readonly to: string;
  readonly what: string;
}

/** What of a webhook's message is shown. */
export function hookArrival({ atMs, hook, verified, message }: HookArrival): Arrival {
  const signed = verified === null ? '' : verified ? ' (signature good)' : ' (signature bad)';
  const { title = message.type, text = '' } = message.data as { title?: string; text?: string };
  return { atMs, channel: 'webhook', to: `/hooks/${hook}`, what: `${title}. ${text}${signed}` };
}
