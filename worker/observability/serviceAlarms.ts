import type { Alarm, FeedStatus, Status } from '#shared/wire/Status.ts';

/** With more strikes than this waiting for D1, the archive counts as behind: several minutes of a heavy storm. */
const UNARCHIVED_ALARM = 2_000;

/** Home reads what it owes within minutes, unless the provider fails for that window again and again. */
const DEBT_ALARM_MS = 30 * 60_000;

/** With this share of all slots taken, there is still time to raise `RELAY_MAX` or to look who is coming. */
const SLOTS_ALARM = 0.7;

/** Above this share of what it may hold, the archive soon forgets sooner than `HISTORY_DAYS` says. */
const FULL_SHARE = 0.9;

/** Conditions that need a person to act, most urgent first. docs/operations.md explains each and what to do. */
export function serviceAlarms(
  { feed, viewers, slots }: FeedStatus,
  outbox: Status['outbox'],
  archive: Status['archive'],
): Alarm[] {
  const raised: Record<Alarm, boolean> = {
    'feed-down': feed.state === 'down',
    'circuit-open': feed.breaker !== 'closed',
    'provider-format': feed.formatBroken,
    debt: (feed.debtMs ?? 0) > DEBT_ALARM_MS,
    'archive-behind': feed.unarchived > UNARCHIVED_ALARM,
    'archive-size': !!archive && archive.strikes > FULL_SHARE * archive.maxStrikes,
    'relays-full': viewers >= slots * SLOTS_ALARM,
    'outbox-dead': outbox !== null && outbox.dead > 0,
    'contact-cap': outbox !== null && outbox.deferred > 0,
    'outbox-unknown': outbox === null,
  };
  return (Object.keys(raised) as Alarm[]).filter((alarm) => raised[alarm]);
}
