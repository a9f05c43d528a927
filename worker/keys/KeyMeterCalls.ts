import type { Draw, Drawn } from './UnitMeter.ts';
import type { PurseNews } from './UnitPurse.ts';

/** What the meter of an account is asked. Limits come from the plan of the key at hand. */
export interface KeyMeterCalls {
  draw(draw: Draw, news: PurseNews, unitsAMinute: number): Promise<Drawn>;
  /** Whether a relay may hold `count` streams of the account, one of them new. */
  openStream(relay: string, count: number, streams: number): Promise<boolean>;
  /** Takes down how many streams a relay holds, and answers how many of them it may keep. */
  reportStreams(relay: string, count: number, streams: number): Promise<number>;
}
