import * as v from 'valibot';
import { WITHHOLDABLE } from '#shared/nowcast/CellsUpdate.ts';
import { CrossCheckVerification, Source } from './FeedEvent.ts';

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
  forecast: v.pipe(Known(Share), v.description('Mean forecast probability.')),
  observed: v.pipe(Known(Share), v.description('Observed frequency.')),
});
export type ReliabilityBin = v.InferOutput<typeof ReliabilityBin>;

const ChanceScoring = v.object({
  cases: Count,
  hits: v.pipe(Count, v.description('Cases with lightning in time.')),
  brier: v.pipe(Known(Share), v.description('Brier score (0 is perfect).')),
  overBaseRate: v.pipe(Known(Skill), v.description('Skill against climatology (always forecasting the hit rate).')),
  overDistance: v.pipe(Known(Skill), v.description('Skill against distance to the nearest flash, in 5 km rings.')),
  bins: v.array(ReliabilityBin),
});
export type ChanceScoring = v.InferOutput<typeof ChanceScoring>;

const PositionScoring = v.object({
  cases: Count,
  errorKm: v.pipe(Known(Amount), v.description('Mean position error of cells with an arrow.')),
  stayingKm: v.pipe(Known(Amount), v.description('The same for a stationary forecast.')),
});
export type PositionScoring = v.InferOutput<typeof PositionScoring>;

const StruckVerification = v.object({ cases: Count, struck: Count });

export const GradeBody = v.object({
  chance30: v.pipe(ChanceScoring, v.description('Lightning within 10 km of a place within 30 minutes.')),
  chance60: v.pipe(ChanceScoring, v.description('The same within 60 minutes.')),
  eta: v.object({
    cases: v.pipe(Count, v.description('Published arrival forecasts followed by lightning within 90 minutes.')),
    held: v.pipe(Count, v.description('Those that fell inside the forecast range.')),
    widthMin: v.pipe(Known(Amount), v.description('Mean width of the range, minutes.')),
  }),
  position15: PositionScoring,
  position30: PositionScoring,
  states: v.object({ approaching: StruckVerification, others: StruckVerification }),
});
export type GradeBody = v.InferOutput<typeof GradeBody>;

/** `share`: ranges of arrivals held too seldom. `gap`: forecast and observed frequencies differ too much. */
const WITHHELD_WHY = ['share', 'gap'] as const;

const WithheldPart = v.object({ part: v.picklist(WITHHOLDABLE), why: v.picklist(WITHHELD_WHY) });
export type WithheldPart = v.InferOutput<typeof WithheldPart>;

const ReplayedBody = v.object({
  fromMs: Count,
  toMs: Count,
  leftMs: v.pipe(Count, v.description('Time left to replay.')),
  ...GradeBody.entries,
});
export type ReplayedBody = v.InferOutput<typeof ReplayedBody>;

/** Body of `GET /api/v1/verification`: how right the forecasts of the last days were, and how late strikes came. */
export const VerificationBody = v.object({
  source: Source,
  fromMs: v.pipe(Count, v.description('Start of the first verified day, at most 30 days back.')),
  toMs: Count,
  days: v.pipe(Count, v.description('Days with verified forecasts.')),
  ...GradeBody.entries,
  replayed: v.optional(
    v.pipe(
      v.nullable(ReplayedBody),
      v.description(
        'Hindcasts never published: the same program run over backfilled strikes, each day using only earlier days. Excluded from the other figures and from withholding. Null before it begins and 30 days after its end.',
      ),
    ),
  ),
  withheld: v.pipe(
    v.array(WithheldPart),
    v.description('Forecast types currently withheld because they failed verification.'),
  ),
  recent: v.pipe(
    v.object({ days: Count, arrivals: Count, held: Count }),
    v.description('Basis for withholding: recent arrivals and how many fell inside the range.'),
  ),
  fit: v.pipe(
    v.nullable(
      v.object({
        atMs: Count,
        cases: Count,
        logOdds: v.tuple([v.number(), v.number(), v.number(), v.number()]),
        withReplayed: v.pipe(
          v.optional(v.boolean(), false),
          v.description('True if replayed cases are used because fewer than 300 published forecasts came true.'),
        ),
      }),
    ),
    v.description('Last calibration: log odds become a + s × logOdds, with a and s for 30 and 60 minutes.'),
  ),
  feed: v.object({
    typicalDelayMs: v.nullable(Count),
    completeness: v.pipe(
      v.nullable(v.object({ readMs: Count, ofMs: Count })),
      v.description('Share of time since first data, at most 30 days, with complete data. Null if unknown.'),
    ),
    uptime: v.pipe(
      v.object({ upMinutes: Count, ofMinutes: Count }),
      v.description('Minutes with data at most 2 minutes old, of all since counting began; at most 30 days.'),
    ),
    openGaps: v.pipe(Count, v.description('Windows still incomplete.')),
    oldestGapMs: v.pipe(v.nullable(Count), v.description('Age of the oldest in home.')),
  }),
  crossCheck: v.optional(v.pipe(CrossCheckVerification, v.description('Satellite cross-check; absent without one.'))),
});
export type VerificationBody = v.InferOutput<typeof VerificationBody>;
