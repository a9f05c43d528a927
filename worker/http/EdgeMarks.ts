import type { Clock } from '#shared/time/Clock.ts';

const MAX_MARKS = 1_000;

/** Facts that hold for a while: in this isolate's memory and, for others in this data centre, in its cache. */
export class EdgeMarks {
  private readonly forMs: number;
  private readonly clock: Clock;
  private readonly untilMs = new Map<string, number>();

  constructor(forMs: number, clock: Clock) {
    this.forMs = forMs;
    this.clock = clock;
  }

  /** Whether `key`, a URL, was marked of late. */
  async has(key: string): Promise<boolean> {
    if ((this.untilMs.get(key) ?? 0) > this.clock.now()) return true;
    return (await caches.default.match(key)) !== undefined;
  }

  async mark(key: string): Promise<void> {
    this.untilMs.delete(key);
    this.untilMs.set(key, this.clock.now() + this.forMs);
    const [oldest] = this.untilMs.keys();
    if (this.untilMs.size > MAX_MARKS && oldest !== undefined) this.untilMs.delete(oldest);
    const headers = { 'cache-control': `public, max-age=${Math.ceil(this.forMs / 1000)}` };
    await caches.default.put(key, new Response(null, { headers }));
  }
}
