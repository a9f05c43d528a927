import * as v from 'valibot';
import type { Answer } from './answerEventList.ts';
import type { FaultSettings } from './FaultSettings.ts';

const Notification = v.object({
  origin: v.pipe(v.string(), v.minLength(1)),
  message: v.pipe(v.string(), v.minLength(1)),
});
type Notification = v.InferOutput<typeof Notification>;

export type TelegramVerdict = Answer & { readonly received?: Notification };

/** The answer to `POST /notification-service/api/v1/telegram`, with the notification if it was accepted. */
export function answerTelegram(body: string, { notifications }: FaultSettings): TelegramVerdict {
  if (notifications === 'off') return { status: 503, body: { error: 'unavailable' } };
  const parsed = v.safeParse(Notification, parseJson(body));
  if (!parsed.success) {
    return { status: 400, body: { error: 'bad_request', parameter: v.getDotPath(parsed.issues[0]) ?? 'body' } };
  }
  if (notifications === 'rejecting') return { status: 400, body: { error: 'rejected' } };
  return { status: 200, body: { ok: true }, received: parsed.output };
}

/** The value of a JSON text; undefined if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
