import { LIFE_MS, type VapidKeys, vapidHeader } from './vapidHeader.ts';

/** A kept token is replaced when less than this is left: more than any clock is wrong. */
const LEAST_LEFT_MS = 6 * 60 * 60_000;
const MAX_KEPT = 64;

/** Signs as a deployment, once for each push service and half a day. */
export class Vapid {
  readonly #keys: VapidKeys;
  readonly #subject: string;
  readonly #kept = new Map<string, { readonly untilMs: number; readonly header: Promise<string> }>();

  /** `subject`: an https or mailto address at which a push service reaches us; some refuse localhost. */
  constructor(keys: VapidKeys, subject: string) {
    this.#keys = keys;
    this.#subject = subject;
  }

  get publicKey(): string {
    return this.#keys.publicKey;
  }

  header(endpoint: string, nowMs: number): Promise<string> {
    const { origin } = new URL(endpoint);
    const kept = this.#kept.get(origin);
    if (kept && nowMs < kept.untilMs) return kept.header;
    // Endpoints are user input: what is kept for them must not grow with them.
    if (this.#kept.size >= MAX_KEPT) this.#kept.clear();
    const header = vapidHeader(this.#keys, this.#subject, origin, nowMs);
    this.#kept.set(origin, { untilMs: nowMs + LIFE_MS - LEAST_LEFT_MS, header });
    return header;
  }
}
