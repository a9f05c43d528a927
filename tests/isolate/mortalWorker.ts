import worker, {
  Feed as RealFeed,
  Nowcast as RealNowcast,
  Relay as RealRelay,
  Watch as RealWatch,
} from '#worker/index.ts';

export { CrossCheck, Hindcast, KeyMeter, Sender } from '#worker/index.ts';

export default worker;

/** By a separate socket: a deployment's edge finds assets before it asks the Worker, on other threads. */
export const direct = worker;

/** The product's Worker whose objects can be killed from outside, as the platform kills them: at any moment, unasked. */
export class Feed extends RealFeed {
  kill(): void {
    this.ctx.abort('killed by a test');
  }

  /** Loses the alarm, as a crash at the wrong moment would. */
  async loseAlarm(): Promise<void> {
    await this.ctx.storage.deleteAlarm();
  }

  async hasAlarm(): Promise<boolean> {
    return (await this.ctx.storage.getAlarm()) !== null;
  }
}

export class Relay extends RealRelay {
  kill(): void {
    this.ctx.abort('killed by a test');
  }
}

export class Nowcast extends RealNowcast {
  kill(): void {
    this.ctx.abort('killed by a test');
  }
}

export class Watch extends RealWatch {
  kill(): void {
    this.ctx.abort('killed by a test');
  }
}
