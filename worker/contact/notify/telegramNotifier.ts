import * as v from 'valibot';
import { readBoundedJson } from '#worker/outbound/readBoundedJson.ts';
import type { Notifier } from './Notifier.ts';
import { type PostDeps, postMessage } from './postMessage.ts';

export interface TelegramSettings {
  readonly botToken: string;
  readonly chatId: string;
}

export const TELEGRAM_API = 'https://api.telegram.org';
const MAX_ANSWER_BYTES = 16_384;

/** Body of Telegram's 429; `retry_after` is in seconds. */
const TooManyRequests = v.object({ parameters: v.object({ retry_after: v.pipe(v.number(), v.minValue(0)) }) });

async function retryAfterOf(response: Response): Promise<number | undefined> {
  const body = await readBoundedJson(response, MAX_ANSWER_BYTES).catch(() => undefined);
  const parsed = v.safeParse(TooManyRequests, body);
  return parsed.success ? parsed.output.parameters.retry_after * 1000 : undefined;
}

/** Telegram's Bot API. Sends plain text: without a parse mode a message cannot inject markup. */
export function telegramNotifier(settings: TelegramSettings, deps: PostDeps, api = TELEGRAM_API): Notifier {
  const { botToken, chatId } = settings;
  return {
    send: (message) =>
      postMessage(deps, {
        url: `${api}/bot${botToken}/sendMessage`,
        body: { chat_id: chatId, text: message, link_preview_options: { is_disabled: true } },
        pauseOf: retryAfterOf,
      }),
  };
}
