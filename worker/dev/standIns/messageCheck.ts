import * as v from 'valibot';
import { MESSAGE_TYPES } from '#shared/watch/RecipientView.ts';
import { anyMessage, ownMessage } from '#worker/watch/tell/Message.ts';

/** What the document promises of each type, and nothing else. */
const promised = v.variant(
  'type',
  MESSAGE_TYPES.map((type) => {
    const own = ownMessage(type).entries;
    const data = { ...anyMessage.entries.data.entries, ...own.data.entries };
    return v.strictObject({ ...anyMessage.entries, type: own.type, data: v.strictObject(data) });
  }),
);

/** Where a message is not what its type’s schema says, as `type: field: what`; undefined if it fits. Quotes no value but the type. */
export function messageFault(body: unknown): string | undefined {
  const { issues } = v.safeParse(promised, body);
  const type = String((body as { type?: unknown } | null)?.type);
  return issues?.map((issue) => `${type}: ${v.getDotPath(issue)}: ${issue.expected} expected`).join('; ');
}

/** What a receiver was sent that does not fit. */
export class MessageCheck {
  private readonly faults = new Set<string>();

  look(message: unknown): void {
    const fault = messageFault(message);
    if (fault !== undefined) this.faults.add(fault);
  }

  /** @throws Error that names all that did not fit */
  end(): void {
    if (this.faults.size > 0)
      throw new Error(`Messages that their schemas do not allow: ${[...this.faults].join('; ')}`);
  }
}
