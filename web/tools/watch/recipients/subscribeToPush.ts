import { useEffect, useState } from 'react';
import type { Locale } from '#web/kit/i18n/locales.ts';
import { registerWorker } from '#web/kit/offline/registerWorker.ts';
import { callBook } from '#web/tools/watch/book/callBook.ts';

/**
 * Why this device gets no push messages: the browser has none; the visitor said no, now or before; on iOS only the
 * installed app has them; the browser's push service could not be reached.
 */
export type PushFault = 'unsupported' | 'denied' | 'ios-needs-install' | 'failed';

type PushOutcome =
  | { readonly ok: true; readonly subscription: PushSubscriptionJSON }
  | { readonly ok: false; readonly fault: PushFault };

/** Why this device could not get push messages, if that can be told before asking. */
export function pushFault(): PushFault | undefined {
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window) {
    return Notification.permission === 'denied' ? 'denied' : undefined;
  }
  const { standalone } = navigator as { standalone?: boolean };
  return standalone === false ? 'ios-needs-install' : 'unsupported';
}

/**
 * Asks for permission and subscribes this device. To be called from a press: browsers ask for nothing otherwise.
 * `vapidKey` is the server's public key, `language` that of what the worker says by itself. Never rejects.
 */
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

/**
 * At each visit: what this device is subscribed by now, subscribed anew if the browser lost it or the key is another.
 * Undefined if it never was subscribed, or permission was withdrawn. Never rejects.
 */
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
  return text.replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

/** The key that push messages are signed with; undefined until it is known, and where the server sends none. */
export function useVapidKey(): string | undefined {
  const [key, setKey] = useState<string>();
  useEffect(() => {
    let wanted = true;
    // Before the press that subscribes: browsers ask for nothing long after one.
    callBook<{ readonly publicKey: string }>('/vapid').then((called) => {
      if (wanted && called.ok) setKey(called.value.publicKey);
    });
    return () => {
      wanted = false;
    };
  }, []);
  return key;
}
