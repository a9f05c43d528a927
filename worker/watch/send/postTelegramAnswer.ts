import { TRY_MS } from '#worker/watch/deliver/Attempt.ts';
import type { TelegramBot } from './SenderDeps.ts';

/** Answers in a chat, once: whoever misses it asks again. */
export async function postTelegramAnswer(
  { api, token }: TelegramBot,
  chatId: number,
  text: string,
  fetchFrom: typeof fetch,
): Promise<void> {
  const answer = await fetchFrom(`${api}/bot${token}/sendMessage`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ chat_id: chatId, text }),
    redirect: 'manual',
    signal: AbortSignal.timeout(TRY_MS),
  }).catch(() => undefined);
  await answer?.body?.cancel();
}
