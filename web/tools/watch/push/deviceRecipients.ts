import { localStore } from '#web/kit/browser/browserStore.ts';

const STORE_KEY = 'watch.push';

/** As which recipient of a book this browser is told, and by which subscription the server knows it. */
interface DeviceRecipient {
  readonly recipient: string;
  readonly subscription: PushSubscriptionJSON;
}

type ByBook = Readonly<Record<string, DeviceRecipient>>;

/** What stands in the store, without what is none. */
export function parseDeviceRecipients(text: string | null): ByBook {
  try {
    const read: unknown = JSON.parse(text ?? '{}');
    return Object.fromEntries(Object.entries(read ?? {}).filter(([, value]) => isDeviceRecipient(value)));
  } catch {
    return {};
  }
}

function isDeviceRecipient(value: unknown): value is DeviceRecipient {
  const { recipient, subscription } = (value ?? {}) as Partial<DeviceRecipient>;
  return typeof recipient === 'string' && typeof subscription?.endpoint === 'string';
}

/** Whether the server must be told of `now`. */
export function isOtherSubscription(known: PushSubscriptionJSON, now: PushSubscriptionJSON): boolean {
  const partsOf = ({ endpoint, keys }: PushSubscriptionJSON) => [endpoint, keys?.p256dh, keys?.auth].join(' ');
  return partsOf(known) !== partsOf(now);
}

export function deviceRecipientOf(book: string): DeviceRecipient | undefined {
  return parseDeviceRecipients(localStore.getItem(STORE_KEY))[book];
}

export function rememberDeviceRecipient(book: string, recipient: DeviceRecipient): void {
  const known = parseDeviceRecipients(localStore.getItem(STORE_KEY));
  localStore.setItem(STORE_KEY, JSON.stringify({ ...known, [book]: recipient }));
}
