import { hashOf } from '#worker/keys/hashOf.ts';
import type { TelegramTarget } from '#worker/watch/deliver/Recipient.ts';
import type { SendJob } from '#worker/watch/deliver/SendJob.ts';
import type { Message } from '#worker/watch/tell/Message.ts';
import type { SenderDeps, TelegramBot } from './SenderDeps.ts';

const SHORT_ID = 6;

/** Plain text: without a parse mode the name of an area cannot inject markup. The short id shows that two are one. */
export function postTelegramMessage(
  { id, body, tryMs }: SendJob,
  { chatId }: TelegramTarget,
  { api, token }: TelegramBot,
  { fetch }: SenderDeps,
): Promise<Response> {
  const { title, text, url } = (JSON.parse(body) as Message).data;
  const short = `#${hashOf(id).slice(0, SHORT_ID)}`;
  return fetch(`${api}/bot${token}/sendMessage`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      chat_id: chatId,
      text: [title, text, url, short].filter((line) => line !== undefined && line !== '').join('\n'),
      link_preview_options: { is_disabled: true },
    }),
    redirect: 'manual',
    signal: AbortSignal.timeout(tryMs),
  });
}
