import * as v from 'valibot';
import type { ChatMessage } from './ChatDesk.ts';

const Update = v.object({
  message: v.object({
    chat: v.object({ id: v.pipe(v.number(), v.integer()) }),
    text: v.pipe(v.string(), v.maxLength(4_096)),
  }),
});
const COMMAND = /^\/(start|stop|areas|seen|test)(?:@\w+)?(?:\s+([0-9a-f]{32}))?\s*$/;

/** What a Bot API `Update` asks of us; undefined for everything that is no command of ours. */
export function chatMessageOf(update: unknown): ChatMessage | undefined {
  const parsed = v.safeParse(Update, update);
  if (!parsed.success) return undefined;
  const { chat, text } = parsed.output.message;
  const [, command, token] = COMMAND.exec(text) ?? [];
  if (command === undefined || (command === 'start') !== (token !== undefined)) return undefined;
  return { chatId: chat.id, command: command as ChatMessage['command'], ...(token === undefined ? {} : { token }) };
}
