import { useEffect, useState } from 'react';
import type { Locale } from '#web/kit/i18n/locales.ts';
import { registerWorker } from '#web/kit/offline/registerWorker.ts';
import { callFaultOf, callWatchlist } from '#web/tools/watch/watchlist/callWatchlist.ts';

/** `denied`: by the visitor. `ios-needs-install`: iOS has push in installed apps only. `failed`: no push service. */
export type PushFault = 'unsupported' | 'denied' | 'ios-needs-install' | 'failed';

type PushOutcome =
  | { readonly ok: true; readonly subscription: PushSubscriptionJSON }
  | { readonly ok: false; readonly fault: PushFault };

/** Why this device cannot get push messages, as far as that is known before the permission prompt. */
export function pushFault(): PushFault | undefined {
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window) {
    return Notification.permission === 'denied' ? 'denied' : undefined;
  }
  const { standalone } = navigator as { standalone?: boolean };
  return standalone === false ? 'ios-needs-install' : 'unsupported';
}

/** Subscribes this device; call it on a press, or browsers refuse. `language`: the worker's. Never rejects. */
export async function subscribeToPush(vapidKey: string, language: Locale): Promise<PushOutcome> {
  const fault = pushFault();
  if (fault) return { ok: false, fault };
  try {
    if ((await Notification.requestPermission()) !== 'granted') return { ok: false, fault: 'denied' };
    await registerWorker();
    return { ok: true, subscription: await currentSubscription(vapidKey, language) };
  } catch {
    return { ok: false, fault: 'failed' };
  }
}

/** The subscription, renewed if lost or for another key; undefined without one or permission. Never rejects. */
export async function renewSubscription(vapidKey: string, language: Locale): Promise<PushSubscriptionJSON | undefined> {
  if (pushFault() || Notification.permission !== 'granted') return undefined;
  try {
    const registration = await navigator.serviceWorker.getRegistration('/');
    return registration && (await currentSubscription(vapidKey, language));
  } catch {
    return undefined;
  }
}

async function currentSubscription(vapidKey: string, language: Locale): Promise<PushSubscriptionJSON> {
  const { active, pushManager } = await navigator.serviceWorker.ready;
  active?.postMessage({ type: 'language', language });
  const held = await pushManager.getSubscription();
  if (held && base64Url(held.options.applicationServerKey) === vapidKey) return held.toJSON();
  await held?.unsubscribe();
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: vapidKey });
  return made.toJSON();
}

function base64Url(key: ArrayBuffer | null): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(key ?? new ArrayBuffer(0))));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The server's key for subscriptions. `missing`: it sends no push messages. `unreachable`: no response. */
export type PushKey =
  | { readonly ok: true; readonly key: string }
  | { readonly ok: false; readonly fault: 'missing' | 'unreachable' };

let asked: Promise<PushKey> | undefined;

/** Requests the key once, and again after a failure. Never rejects. */
export function pushKey(): Promise<PushKey> {
  asked ??= callWatchlist<{ readonly publicKey: string }>('/vapid').then((called) => {
    if (called.ok) return { ok: true, key: called.value.publicKey };
    const isMissing = callFaultOf(called) === 'gone';
    if (!isMissing) asked = undefined;
    return { ok: false, fault: isMissing ? 'missing' : 'unreachable' };
  });
  return asked;
}

/** Undefined until known. Requested before the press that subscribes, because prompts must follow a press at once. */
export function usePushKey(): PushKey | undefined {
  const [key, setKey] = useState<PushKey>();
  useEffect(() => {
    let wanted = true;
    pushKey().then((known) => wanted && setKey(known));
    return () => {
      wanted = false;
    };
  }, []);
  return key;
}
