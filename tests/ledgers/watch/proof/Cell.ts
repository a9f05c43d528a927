/** Where something dies. The first five at the first strike, the last three while the all-clear is waited for. */
export const DEATHS = [
  'nowhere',
  'feed before numbering',
  'feed after numbering',
  'push lost',
  'watch before commit',
  'watch before send',
  'watch before settle',
  'watch in countdown',
  'redeploy',
] as const;

/** How the first recipient's far side behaves; the second's is always well. */
export const FAR_SIDES = ['well', '500', 'hang', 'cut after accept', '429', '410', 'slow'] as const;

/** How strikes come. */
export const FEEDS = [
  'prompt',
  'late 45 s',
  'late 90 s',
  'late 4 min',
  'late 12 min',
  'doubled',
  'outage across the all-clear',
  'clock 5 min behind, restart',
  'clock 5 min ahead, restart',
  'forgot',
] as const;

/** One combination of things that go wrong. */
export interface Cell {
  readonly death: (typeof DEATHS)[number];
  readonly farSide: (typeof FAR_SIDES)[number];
  readonly feed: (typeof FEEDS)[number];
}

export const ALL_CELLS: readonly Cell[] = DEATHS.flatMap((death) =>
  FAR_SIDES.flatMap((farSide) => FEEDS.map((feed) => ({ death, farSide, feed }))),
);

/** Each thing by itself, and a walk through the rest that meets every pair of a death and a feed's fault within ten runs. */
export const SOME_CELLS: readonly Cell[] = [
  ...DEATHS.map((death) => ({ death, farSide: 'well', feed: 'prompt' }) as const),
  ...FAR_SIDES.slice(1).map((farSide) => ({ death: 'nowhere', farSide, feed: 'prompt' }) as const),
  ...FEEDS.slice(1).map((feed) => ({ death: 'nowhere', farSide: 'well', feed }) as const),
];

export const titleOf = ({ death, farSide, feed }: Cell) => `dies: ${death}; far side: ${farSide}; feed: ${feed}`;
