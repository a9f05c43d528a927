import * as v from 'valibot';
import { HIDEABLE } from '#shared/nowcast/place/CellsNews.ts';
import { Source } from './FeedEvent.ts';
import { WitnessProof } from './WitnessBody.ts';

const Count = v.pipe(v.number(), v.integer(), v.minValue(0));
const Amount = v.pipe(v.number(), v.minValue(0));
const Share = v.pipe(Amount, v.maxValue(1));
const Skill = v.pipe(v.number(), v.maxValue(1));
/** Null where there is no case to compute it from. */
const Known = <Schema extends v.GenericSchema>(schema: Schema) => v.nullable(schema);

/** Answers whose chance lay from `from` to below `to`. */
const ReliabilityBin = v.object({
  from: Share,
  to: Share,
  cases: Count,
  said: v.pipe(Known(Share), v.description('Mean of the chances that were told.')),
  came: v.pipe(Known(Share), v.description('Share of the cases in which lightning came.')),
});
export type ReliabilityBin = v.InferOutput<typeof ReliabilityBin>;

const ChanceProof = v.object({
  cases: Count,
  hits: v.pipe(Count, v.description('Cases in which lightning came in time.')),
  brier: v.pipe(Known(Share), v.description('Brier score of what was told: 0 is perfect.')),
  overBaseRate: v.pipe(
    Known(Skill),
    v.description('Share by which that is less than if the share of hits had been told each time.'),
  ),
  overDistance: v.pipe(
    Known(Skill),
    v.description('The same against a chance by rings of 5 km around the nearest flash.'),
  ),
  bins: v.array(ReliabilityBin),
});
export type ChanceProof = v.InferOutput<typeof ChanceProof>;

const PositionProof = v.object({
  cases: Count,
  errorKm: v.pipe(Known(Amount), v.description('Mean error of where a cell with an arrow was said to be.')),
  stayingKm: v.pipe(Known(Amount), v.description('Mean error had it been left where it was.')),
});
export type PositionProof = v.InferOutput<typeof PositionProof>;

const StruckProof = v.object({ cases: Count, struck: Count });

export const GradeBody = v.object({
  chance30: v.pipe(ChanceProof, v.description('Lightning within 10 km of a place within 30 minutes.')),
  chance60: v.pipe(ChanceProof, v.description('The same within 60 minutes.')),
  eta: v.object({
    cases: v.pipe(Count, v.description('Arrivals that were told, where lightning came within 90 minutes.')),
    held: v.pipe(Count, v.description('Of these, how often it came within the range that was told.')),
    widthMin: v.pipe(Known(Amount), v.description('Mean width of that range in minutes.')),
  }),
  position15: PositionProof,
  position30: PositionProof,
  states: v.object({ approaching: StruckProof, others: StruckProof }),
});
export type GradeBody = v.InferOutput<typeof GradeBody>;

/** `share`: ranges of arrivals held too seldom. `gap`: what was said and what came lie too far apart. */
const HIDDEN_WHY = ['share', 'gap'] as const;

const HiddenPart = v.object({ part: v.picklist(HIDEABLE), why: v.picklist(HIDDEN_WHY) });
export type HiddenPart = v.InferOutput<typeof HiddenPart>;

const ReplayedBody = v.object({
  fromMs: Count,
  toMs: Count,
  leftMs: v.pipe(Count, v.description('How much of the time up to `toMs` is still to be replayed.')),
  ...GradeBody.entries,
});
export type ReplayedBody = v.InferOutput<typeof ReplayedBody>;

/** Body of `GET /api/v1/proof`: how right the forecasts of the last days were, and how late strikes came. */
export const ProofBody = v.object({
  source: Source,
  fromMs: v.pipe(Count, v.description('Begin of the first day that is graded: 30 days at most.')),
  toMs: Count,
  days: v.pipe(Count, v.description('Days with a graded forecast.')),
  ...GradeBody.entries,
  replayed: v.optional(
    v.pipe(
      v.nullable(ReplayedBody),
      v.description(
        'Forecasts that were told to nobody: the same program run afterwards over strikes that were read back, each day with what earlier days taught. Not part of the other figures, and no reason to hide anything. Null before it begins and 30 days after its end.',
      ),
    ),
  ),
  hidden: v.pipe(v.array(HiddenPart), v.description('What is not told at present, because it does not hold.')),
  lately: v.pipe(
    v.object({ days: Count, arrivals: Count, held: Count }),
    v.description(
      'What is hidden follows from so many days: arrivals that were told, and how many came within the range.',
    ),
  ),
  fit: v.pipe(
    v.nullable(
      v.object({
        atMs: Count,
        cases: Count,
        odds: v.tuple([v.number(), v.number(), v.number(), v.number()]),
        withReplayed: v.pipe(
          v.optional(v.boolean(), false),
          v.description('Whether replayed cases count, because fewer than 300 that were told came true.'),
        ),
      }),
    ),
    v.description(
      'When chances were last fitted to outcomes; log odds become a + s × odds, a and s within 30 and 60 minutes.',
    ),
  ),
  feed: v.object({
    typicalDelayMs: v.nullable(Count),
    completeness: v.pipe(
      v.nullable(v.object({ readMs: Count, ofMs: Count })),
      v.description('How much of the time since home was first read, 30 days at most, was read. Null if not known.'),
    ),
    uptime: v.pipe(
      v.object({ upMinutes: Count, ofMinutes: Count }),
      v.description(
        'Minutes in which the newest data was at most 2 minutes old, of all since counting began; 30 days at most.',
      ),
    ),
    openGaps: v.pipe(Count, v.description('Windows that are not read completely yet.')),
    oldestGapMs: v.pipe(v.nullable(Count), v.description('How long the oldest of home has been open.')),
  }),
  witness: v.optional(
    v.pipe(WitnessProof, v.description('What a satellite saw beside the strikes. Absent where none is compared.')),
  ),
});
export type ProofBody = v.InferOutput<typeof ProofBody>;
