import type { RecipientView } from '#shared/watch/bodies.ts';
import type { WatchedPlace } from '#web/kit/addresses/watchAddress.ts';
import type { Locale } from '#web/kit/i18n/index.ts';
import {
  type Added,
  type AddFault,
  type Outcome,
  putRecipient,
  readyRecipient,
} from '#web/tools/watch/recipients/addRecipient.ts';
import { recipientName } from '#web/tools/watch/recipients/recipientText.ts';
import type { DeviceWatchlist } from '#web/tools/watch/watchlist/deviceWatchlists.ts';
import { makeWatchlist, unmakeWatchlist } from '#web/tools/watch/watchlist/makeWatchlist.ts';

type Channel = RecipientView['channel'];

/** What to be alerted of, and how. */
interface Wish {
  readonly place: WatchedPlace;
  readonly channel: Channel;
  /** For a webhook. */
  readonly url: string;
  readonly language: Locale;
}

export interface ToldRecipient {
  readonly channel: Channel;
  readonly watchlist: DeviceWatchlist;
  readonly recipient: string;
  readonly added: Added;
}

type TellFault = AddFault | { readonly kind: 'unproven' };

/**
 * Creates the watchlist, its area and its recipient, or nothing: an area without a recipient would look like a working
 * alert. Call it in the press handler, or browsers do not ask for permission. Never rejects.
 */
export async function addQuickAlert(
  { place, channel, url, language }: Wish,
  userAgent: string,
  prove: () => Promise<{ readonly ok: boolean; readonly token?: string }>,
): Promise<{ readonly ok: true; readonly value: ToldRecipient } | { readonly ok: false; readonly fault: TellFault }> {
  const name = recipientName(channel, url.trim(), userAgent);
  const ready = await readyRecipient({ channel, threshold: 'warning', name, url, language });
  if (!ready.ok) return ready;
  const proof = await prove();
  if (!proof.ok) return { ok: false, fault: { kind: 'unproven' } };
  const made = await makeWatchlist(place, 'personal', language, proof.token);
  if (!made.ok) return { ok: false, fault: { kind: 'server', called: made } };
  const watchlist = made.value;
  const put: Outcome<Added & { readonly id: string }> = await putRecipient(
    watchlist.id,
    watchlist.keys.owner,
    ready.value,
  );
  if (put.ok) return { ok: true, value: { channel, watchlist, recipient: put.value.id, added: put.value } };
  await unmakeWatchlist(watchlist);
  return put;
}
