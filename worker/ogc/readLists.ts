import type { Context } from 'hono';
import { HOUR_MS } from '#shared/time/hourKey.ts';
import { CountArchive } from '#worker/archive/CountArchive.ts';
import { unreadOf } from '#worker/archive/readExtent.ts';
import { StrikeArchive } from '#worker/archive/StrikeArchive.ts';
import { available } from '#worker/http/available.ts';
import { inTurn, paidWork } from '#worker/routes/inTurn.ts';
import type { Env } from '#worker/settings/Env.ts';
import { dayFeatures } from './dayItems.ts';
import { type FeatureList, featureList } from './listItems.ts';
import type { OgcSite } from './OgcSite.ts';
import { unreadFeatures } from './unreadItems.ts';

type OgcContext = Context<{ Bindings: Env }>;

/** The days that are kept, from the counts. The client pays. */
export async function readDays(c: OgcContext, { home, keptFromMs, nowMs }: OgcSite): Promise<FeatureList> {
  const [fromHour, toHour] = [Math.floor(keptFromMs / HOUR_MS), Math.ceil(nowMs / HOUR_MS)];
  const counted = await inTurn(c, () => new CountArchive(c.env.DB, home).hours(undefined, fromHour, toHour));
  const read = unreadOf({ bbox: home, fromMs: 0, toMs: nowMs }, counted.record, home, keptFromMs);
  const unread = [...read.unread, ...counted.uncounted, [read.completeToMs ?? 0, nowMs] as const];
  const hours = counted.hours.map(({ hour, tenths }) => ({ hour, strikes: tenths.reduce((sum, one) => sum + one, 0) }));
  return featureList(dayFeatures({ hours, unread }, home, keptFromMs, nowMs), 'falling');
}

/** The record of home is one row, and what was not read is seldom in many pieces. */
const RECORD_ROWS = 1_000;

export async function readUnread(c: OgcContext, { home, keptFromMs, nowMs }: OgcSite): Promise<FeatureList> {
  const read = () => available('archive', new StrikeArchive(c.env.DB).record());
  const record = await paidWork(c, RECORD_ROWS, read);
  const extent = unreadOf({ bbox: home, fromMs: keptFromMs, toMs: nowMs }, record, home, keptFromMs);
  return featureList(unreadFeatures(extent, home, keptFromMs, nowMs), 'rising');
}
