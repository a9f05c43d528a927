export interface PushMessage {
  readonly id: string;
  /** Messages with the same tag replace each other. */
  readonly tag: string;
  readonly title: string;
  readonly body: string;
  /** Increases with each change of the area. */
  readonly change: number;
  readonly level?: string;
  readonly url?: string;
  readonly atMs?: number;
  readonly decidedAtMs?: number;
  /** Proves to the server that the message was shown. */
  readonly receipt?: string;
}

const LATE_MS = 60_000;
/** A level unchanged for this long is not counted: its all-clear may have been lost. */
const BADGE_MS = 12 * 3_600_000;

export function parsePushMessage(json: unknown): PushMessage | undefined {
  if (typeof json !== 'object' || json === null) return undefined;
  const message = json as PushMessage;
  const named = [message.title, message.tag, message.id].every((text) => typeof text === 'string' && text !== '');
  return named && typeof message.body === 'string' && Number.isFinite(message.change) ? message : undefined;
}

export function isOvertaken(message: PushMessage, newest: PushMessage | undefined): boolean {
  if (!newest || message.change >= newest.change) return false;
  // Lower and yet decided later: the area was recreated, and its changes count from the start.
  return !((message.decidedAtMs ?? Number.NaN) > (newest.decidedAtMs ?? Number.NaN));
}

export function visibleBody(
  { body, decidedAtMs = Number.NaN }: Pick<PushMessage, 'body' | 'decidedAtMs'>,
  { late, units: [min, hours] }: { readonly late: (age: string) => string; readonly units: readonly [string, string] },
  nowMs: number,
): string {
  const minutes = Math.floor((nowMs - decidedAtMs) / 60_000);
  const age = minutes < 120 ? `${minutes} ${min}` : `${Math.floor(minutes / 60)} ${hours}`;
  return nowMs - decidedAtMs > LATE_MS ? `${body}\n${late(age)}` : body;
}

/** Number of watched places at warning or stop, by the newest message of each; `retained` has other values too. */
export function countRaised(retained: readonly unknown[], nowMs: number): number {
  return retained.filter((one) => {
    const { level, decidedAtMs = Number.NaN } = one as Partial<PushMessage>;
    return (level === 'warning' || level === 'stop') && nowMs - decidedAtMs < BADGE_MS;
  }).length;
}
