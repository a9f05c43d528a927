import * as v from 'valibot';
import { LEVELS } from './Area.ts';
import { AreaBody } from './AreaBody.ts';
import { RecipientView } from './RecipientView.ts';

const Milliseconds = v.pipe(v.number(), v.integer());
const Near = v.object({
  ordinal: v.pipe(v.number(), v.integer()),
  timestampMs: Milliseconds,
  distanceKm: v.number(),
  bearingDeg: v.number(),
});

/** `unknown` is neither clear nor dangerous; `level` is kept beneath it. */
export const AreaView = v.object({
  id: v.string(),
  ...AreaBody.entries,
  revision: v.pipe(v.number(), v.integer()),
  level: v.picklist(LEVELS),
  unknown: v.boolean(),
  delayed: v.boolean(),
  /** Within stop: five minutes without a strike in the stop ring. */
  phase: v.optional(v.literal('countdown')),
  /** On the provider's clock. */
  allClearNotBefore: v.optional(Milliseconds),
  /** Everything near the area up to here was read. */
  completeTo: v.nullable(Milliseconds),
  change: v.pipe(v.number(), v.integer()),
  nearest: v.optional(Near),
  newest: v.optional(Near),
});
export type AreaView = v.InferOutput<typeof AreaView>;

/** `view` may look, `duty` may also write into the logs, `owner` may do everything. */
export const BOOK_RIGHTS = ['view', 'duty', 'owner'] as const;
export type BookRight = (typeof BOOK_RIGHTS)[number];

export const BookView = v.object({
  id: v.string(),
  language: v.string(),
  timeZone: v.string(),
  right: v.optional(v.picklist(BOOK_RIGHTS)),
  areas: v.array(AreaView),
  /** How many recipients there are, and how many of them were reached when last tried. */
  told: v.object({ working: v.number(), total: v.number() }),
  recipients: v.optional(v.array(RecipientView)),
  /** For the owner alone: which keys are handed out and not taken back. */
  lent: v.optional(v.object({ duty: v.boolean(), feed: v.boolean() })),
  /** `heardAt`: by the server's clock; null if never. */
  feed: v.object({ heardAt: v.nullable(Milliseconds), serverTime: Milliseconds }),
});
export type BookView = v.InferOutput<typeof BookView>;
