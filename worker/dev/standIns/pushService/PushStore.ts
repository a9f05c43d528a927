/** Made by a browser, or by a test. */
export interface Subscription {
  readonly token: string;
  /** Only messages signed with this key are taken; any if undefined. Base64url. */
  readonly vapidKey: string | undefined;
  /** The browser; `channelId` is its name for the subscription. */
  readonly uaid: string | undefined;
  readonly channelId: string;
}

/** A message not yet confirmed by its browser. */
export interface WaitingMessage {
  readonly id: string;
  readonly token: string;
  readonly topic: string | undefined;
  readonly expiresMs: number;
  readonly body: Buffer;
}

/** Subscriptions and their waiting messages. In memory: a restarted service knows no browser. */
export class PushStore {
  readonly #subscriptions = new Map<string, Subscription>();
  readonly #gone = new Set<string>();
  readonly #browsers = new Set<string>();
  #waiting: WaitingMessage[] = [];

  addBrowser(uaid: string): void {
    this.#browsers.add(uaid);
  }

  hasBrowser(uaid: string): boolean {
    return this.#browsers.has(uaid);
  }

  subscribe(subscription: Subscription): void {
    this.#subscriptions.set(subscription.token, subscription);
  }

  unsubscribe(token: string): void {
    if (this.#subscriptions.delete(token)) this.#gone.add(token);
    this.#waiting = this.#waiting.filter((message) => message.token !== token);
  }

  /** `gone` if it was removed, undefined if it never existed. */
  find(token: string): Subscription | 'gone' | undefined {
    return this.#subscriptions.get(token) ?? (this.#gone.has(token) ? 'gone' : undefined);
  }

  tokenOf(uaid: string, channelId: string): string | undefined {
    const all = [...this.#subscriptions.values()];
    return all.find((one) => one.uaid === uaid && one.channelId === channelId)?.token;
  }

  /** Keeps a message and returns the id of the one it replaces, of the same subscription and topic (RFC 8030, 5.4). */
  keep(message: WaitingMessage): string | undefined {
    const { token, topic } = message;
    const replaced = this.#waiting.find(
      (other) => topic !== undefined && other.topic === topic && other.token === token,
    );
    this.#waiting = [...this.#waiting.filter((other) => other !== replaced), message];
    return replaced?.id;
  }

  confirm(id: string): void {
    this.#waiting = this.#waiting.filter((message) => message.id !== id);
  }

  /** Messages that have not expired, oldest first. */
  waitingFor(uaid: string, nowMs: number): WaitingMessage[] {
    this.#waiting = this.#waiting.filter(({ expiresMs }) => expiresMs > nowMs);
    return this.#waiting.filter(({ token }) => this.#subscriptions.get(token)?.uaid === uaid);
  }
}
