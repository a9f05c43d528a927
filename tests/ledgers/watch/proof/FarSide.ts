import type { VirtualTime } from '#tests/support/time/VirtualTime.ts';
import type { Attempt, SendJob } from '#worker/watch/deliver/Attempt.ts';
import type { Message } from '#worker/watch/tell/Message.ts';
import type { Cell } from './Cell.ts';

/** A message that the far side has, whether or not it could say so. */
export interface Arrival {
  readonly atMs: number;
  readonly to: string;
  readonly id: string;
  readonly message: Message;
}

const LOST: Attempt = { kind: 'unreachable', reason: 'connection' };

/** Two webhooks: `faulty` errs on the first attempts of every message as the cell has it, `well` never does. */
export class FarSide {
  readonly arrivals: Arrival[] = [];
  private readonly tries = new Map<string, number>();
  private readonly time: VirtualTime;
  private readonly fault: Cell['farSide'];

  constructor(time: VirtualTime, fault: Cell['farSide']) {
    this.time = time;
    this.fault = fault;
  }

  async post(job: SendJob): Promise<Attempt> {
    const message = JSON.parse(job.body) as Message;
    const { challenge } = message.data;
    if (challenge !== undefined) return { kind: 'accepted', answer: JSON.stringify({ challenge }) };
    const tries = (this.tries.get(job.id) ?? 0) + 1;
    this.tries.set(job.id, tries);
    const take = (): Attempt => {
      this.arrivals.push({ atMs: this.time.now(), to: job.recipient, id: job.id, message });
      return { kind: 'accepted' };
    };
    if (job.recipient !== 'faulty') return take();
    switch (this.fault) {
      case 'well':
        return take();
      case '500':
        return tries <= 3 ? { kind: 'refused', status: 500, refusal: { kind: 'passing' } } : take();
      case '429':
        return tries <= 2
          ? { kind: 'refused', status: 429, refusal: { kind: 'passing', retryAfterMs: 2_000 } }
          : take();
      case '410':
        return { kind: 'refused', status: 410, refusal: { kind: 'closed' } };
      case 'hang':
        if (tries > 2) return take();
        await this.time.sleep(5_000);
        return { kind: 'unreachable', reason: 'timeout' };
      case 'cut after accept':
        take();
        return tries === 1 ? LOST : { kind: 'accepted' };
      case 'slow':
        await this.time.sleep(4_000);
        return take();
    }
  }
}
