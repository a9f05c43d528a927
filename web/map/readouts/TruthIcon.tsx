import type { FeedTruth } from '#web/sky/feed/feedTruth.ts';

/** One shape per state, so that colour is never needed to tell them apart. */
const paths: Record<FeedTruth['kind'], string> = {
  connecting: 'M4 12h3M10.5 12h3M17 12h3',
  live: 'M13.5 3 5.5 13.5h5L9.5 21l9-11h-5.5z',
  delayed: 'M12 6.5V12l4 2.5M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18z',
  down: 'M6 6l12 12M18 6 6 18',
  past: 'M11 6 5 12l6 6M18 6l-6 6 6 6',
  outside: 'M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18zM6 6l12 12',
};

interface TruthIconProps {
  readonly kind: FeedTruth['kind'];
}

export function TruthIcon({ kind }: TruthIconProps) {
  return (
    <svg viewBox="0 0 24 24" width="1.25em" height="1.25em" aria-hidden="true">
      <path
        d={paths[kind]}
        fill={kind === 'live' ? 'currentColor' : 'none'}
        stroke="currentColor"
        strokeWidth={kind === 'live' ? 1 : 2.6}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
