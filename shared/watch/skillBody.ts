import * as v from 'valibot';

const Count = v.pipe(v.number(), v.integer(), v.minValue(0));
const Milliseconds = v.pipe(v.number(), v.integer());

/** Undefined if there were too few cases for a share: fewer than ten hits or stops, or fifty quiet periods. */
const Share = v.pipe(
  v.object({
    share: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
    low: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
    high: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
  }),
  v.description('With its 95 % interval, from whole days drawn at random. Absent if there were too few cases.'),
);

const Lead = v.pipe(
  v.object({ medianMs: Milliseconds, shortestTenthMs: Milliseconds }),
  v.description('From stop to hit. Absent if there were too few hits.'),
);

/** What alarms with one choice of rings and dwell would have achieved. */
const counts = {
  hits: v.pipe(Count, v.description('Strikes on the site after none struck it for the dwell time')),
  warned: v.pipe(Count, v.description('Hits before which stop was already on')),
  stops: Count,
  withoutHit: v.pipe(Count, v.description('Stops during which nothing struck the site')),
  liftedTooEarly: v.pipe(Count, v.description('Stops after which the stop ring was struck again within an hour')),
  stopMs: v.pipe(Milliseconds, v.description('Time under stop')),
};

const Choice = v.object({
  ringKm: v.number(),
  dwellMin: v.number(),
  hits: Count,
  warned: v.optional(Share),
  stopMsASite: v.pipe(Milliseconds, v.description('Mean time under stop of a site')),
});

const Returned = v.object({
  quietMin: Count,
  cases: v.pipe(Count, v.description('Times at which the stop ring had been quiet for so long')),
  back: v.optional(v.pipe(Share, v.description('Share of them in which lightning came back within 30 minutes'))),
});

export const SkillView = v.object({
  fromMs: v.pipe(
    Milliseconds,
    v.description(
      'Start of the period: later than 14 days ago if the archive is young or the search limit was reached',
    ),
  ),
  toMs: v.pipe(Milliseconds, v.description('End of the period; equals `fromMs` if there is none')),
  gapMs: v.pipe(
    Milliseconds,
    v.description('Time of the period without data. What began or ended in it is not counted'),
  ),
  cut: v.pipe(v.boolean(), v.description('The search limit was reached before 14 days were covered')),
  siteKm: v.pipe(v.number(), v.description('How near to one of the sites around a strike is a hit')),
  ringsKm: v.tuple([v.number(), v.number(), v.number()]),
  dwellMin: v.number(),
  here: v.optional(
    v.pipe(
      v.object({
        siteKm: v.pipe(
          v.number(),
          v.description('How near to the place or line a strike is a hit. 0 for a drawn area: it must lie inside'),
        ),
        ...counts,
        lead: v.optional(Lead),
        alerts: v.pipe(
          Count,
          v.description('One per alert, from clear to clear, without the rules of watch and warning'),
        ),
        atNight: v.pipe(Count, v.description('Alerts that started between 22:00 and 06:00')),
        longestStopMs: Milliseconds,
        unwarned: v.pipe(
          v.array(v.object({ atMs: Milliseconds, level: v.picklist(['clear', 'watch', 'warning']) })),
          v.description('Hits without a stop before them, newest first, at most 20, with the level that stood then'),
        ),
      }),
      v.description(
        'The place itself, by the program that watches areas. An area’s `least` and `approachOnly` change nothing about stops and hits: they delay only watch and warning. Absent for a region.',
      ),
    ),
  ),
  around: v.pipe(
    v.object({
      sites: Count,
      radiusKm: v.optional(v.pipe(v.number(), v.description('Absent for a region'))),
      ...counts,
      warnedShare: v.optional(Share),
      withoutHitShare: v.optional(Share),
      liftedTooEarlyShare: v.optional(Share),
      lead: v.optional(Lead),
    }),
    v.description('The same rings at sites on a grid around the place, or in the region'),
  ),
  usual: v.optional(
    v.pipe(
      v.object({ ...counts, warnedShare: v.optional(Share), lead: v.optional(Lead) }),
      v.description('The default rings at the same sites. Absent if the rings are the default.'),
    ),
  ),
  choices: v.pipe(v.array(Choice), v.description('Six stop rings by five dwell times, at the same sites')),
  returns: v.array(Returned),
  simulated: v.optional(v.pipe(v.literal(true), v.description('Simulated data'))),
  attribution: v.optional(v.pipe(v.string(), v.description('Attribution to display'))),
});
export type SkillView = v.InferOutput<typeof SkillView>;

/** With fewer hits, or stops, there is no share; with fewer quiet periods, no return frequency. */
export const LEAST_FOR_SHARE = { hits: 10, returns: 50 } as const;
