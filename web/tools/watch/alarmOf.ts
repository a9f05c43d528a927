import type { AreaChange } from '#shared/watch/AreaState.ts';

/** What a change is to people who are not looking. */
export type Alarm = 'danger' | 'clear' | 'blind';

/** The sound of a change, if it has one: a rise to warning or stop, the all-clear, and that we no longer see. */
export function alarmOf({ kind, to, found }: AreaChange): Alarm | undefined {
  if (found) return undefined;
  if (kind === 'raise') return to === 'watch' ? undefined : 'danger';
  if (kind === 'blind') return 'blind';
  return kind === 'fall' && to === 'clear' ? 'clear' : undefined;
}

/** Whether somebody whose page is hidden is told of a change. */
export function isNotified({ kind, to, found }: AreaChange): boolean {
  if (found) return false;
  return kind === 'raise' || kind === 'blind' || (kind === 'fall' && to === 'clear');
}

/** How a change is read out: at once, when its turn comes, or not at all. */
export function urgencyOf({ kind }: AreaChange): 'assertive' | 'polite' | undefined {
  if (kind === 'raise' || kind === 'blind') return 'assertive';
  return kind === 'same' ? undefined : 'polite';
}
