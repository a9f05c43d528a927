import { useEffect, useRef } from 'react';
import type { RecipientView } from '#shared/watch/bodies.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { callWatchlist } from '#web/tools/watch/watchlist/callWatchlist.ts';
import {
  deviceRecipientOf,
  isOtherSubscription,
  rememberDeviceRecipient,
} from '#web/tools/watch/watchlist/deviceWatchlists.ts';
import { renewSubscription, usePushKey } from './subscribeToPush.ts';

interface PushUpkeepProps {
  readonly watchlistId: string;
  readonly ownerKey: string;
  readonly recipients: readonly RecipientView[];
  readonly onChanged: () => void;
}

/** Keeps the server's record of this browser's subscription current: at each visit, and when the browser changes it. */
export function PushUpkeep({ watchlistId, ownerKey, recipients, onChanged }: PushUpkeepProps) {
  const { locale } = useTexts();
  const pushKey = usePushKey();
  const vapidKey = pushKey?.ok ? pushKey.key : undefined;
  const own = recipients.find(({ id }) => id === deviceRecipientOf(watchlistId)?.recipient);
  const ownId = own?.state === 'dead' ? undefined : own?.id;
  const change = useRef<(now: PushSubscriptionJSON) => void>(() => undefined);
  useEffect(() => {
    change.current = async (now) => {
      const known = deviceRecipientOf(watchlistId);
      if (!own || !known || !isOtherSubscription(known.subscription, now)) return;
      if (await putSubscription(watchlistId, ownerKey, own, now)) {
        rememberDeviceRecipient(watchlistId, { recipient: own.id, subscription: now });
        onChanged();
      }
    };
  });
  useEffect(() => {
    if (vapidKey === undefined || ownId === undefined) return;
    let wanted = true;
    renewSubscription(vapidKey, locale).then((now) => {
      if (wanted && now) change.current(now);
    });
    return () => {
      wanted = false;
    };
  }, [vapidKey, ownId, locale]);
  useEffect(() => {
    if (ownId === undefined || !('serviceWorker' in navigator)) return;
    const hear = ({ data }: MessageEvent) => {
      const { type, subscription } = (data ?? {}) as { type?: string; subscription?: PushSubscriptionJSON };
      if (type === 'push-subscription' && subscription) change.current(subscription);
    };
    navigator.serviceWorker.addEventListener('message', hear);
    return () => navigator.serviceWorker.removeEventListener('message', hear);
  }, [ownId]);
  return null;
}

/** Sends the new subscription to the server, which a test message then verifies. */
async function putSubscription(
  watchlistId: string,
  key: string,
  { id, channel, name, threshold, quietHours, escalateAfterMin }: RecipientView,
  { endpoint, keys }: PushSubscriptionJSON,
): Promise<boolean> {
  const path = `/${watchlistId}/recipients/${id}`;
  const rules = { threshold, ...(quietHours && { quietHours }), ...(escalateAfterMin && { escalateAfterMin }) };
  const body = { channel, name, ...rules, subscription: { endpoint, keys } };
  const put = await callWatchlist(path, { method: 'PUT', key, body });
  if (put.ok) await callWatchlist(`${path}/test`, { method: 'POST', key });
  return put.ok;
}
