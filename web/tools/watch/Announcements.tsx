import type { AreaChange } from '#shared/watch/AreaState.ts';
import { urgencyOf } from './alarmOf.ts';

interface AnnouncementsProps {
  /** The newest first. */
  readonly changes: readonly AreaChange[];
  readonly sentenceOf: (change: AreaChange) => string;
}

/** Changes, read out as they come. */
export function Announcements({ changes, sentenceOf }: AnnouncementsProps) {
  return (['assertive', 'polite'] as const).map((urgency) => {
    const said = changes.find((change) => urgencyOf(change) === urgency);
    return (
      <p key={urgency} className="visually-hidden" aria-live={urgency} data-said={urgency}>
        {said && sentenceOf(said)}
      </p>
    );
  });
}
