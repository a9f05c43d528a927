import type { BaseTranslation } from '#texts/made/i18n-types.ts';

const verdict = {
  title: 'How right were we?',
  lead: 'The map says how likely lightning is at a place, and when a storm may arrive. This page shows how often that was right, counted automatically on every day.',
  loading: 'Loading figures…',
  simulated: 'Simulated storms: these figures only show that the counting works.',
  period: 'Graded: {first:string} to {last:string}; days with forecasts: {days|number}. Days begin at midnight UTC.',
  noPeriod: 'No forecast has been graded yet. That takes lightning, and 90 minutes after it.',
  grades: {
    legend: 'Which forecasts?',
    told: 'Published forecasts',
    replayed: 'Replayed over the past {days|number} {{day|days}}',
    note: 'Never published. The forecast was run afterwards over {first:string} to {last:string}, using only earlier days. Some strikes arrive late in real time, so treat this as an upper bound.',
    underWay: 'The replay is still under way; days to go: {days:string}.',
  },
  notYet: 'not enough yet',
  ofEnough: '{n|number} of {enough:number} cases',
  errors: {
    offline: 'No response. Check your connection and try again.',
    limited: 'Too many requests from your network. Try again in a minute.',
    busy: 'The figures are unavailable. Try again in a minute.',
    unreadable: 'The response could not be read. Reload the page: there may be a newer version.',
    retry: 'Try again',
  },
  question: {
    title: 'When we said 1 in 4, how often did lightning come?',
    lead: 'A well-calibrated forecast comes true about 1 time in 4.',
    answer:
      'When we said {from:string} to {to:string} for the next {minutes:number} minutes, lightning came in {observed:string} of {n|number} {{case|cases}}.',
    few: 'Not enough cases for the next {minutes:number} minutes: {n|number} of {enough:number}.',
  },
  reliability: {
    name: 'Lightning within 10 km in the next {minutes:number} minutes',
    forecast: 'We said',
    mean: 'On average',
    observed: 'It came',
    cases: 'Cases',
    bin: '{from:string}–{to:string}',
    equal: 'dashed line: it came exactly as often as we said',
    size: 'larger dot: more cases',
    few: 'grey: fewer than {enough:number} cases, not enough yet',
    dot: 'We said {forecast:string}, it came in {observed:string} of {n|number} {{case|cases}}',
    fewDot: 'Only {n|number} {{case|cases}}, not enough yet',
  },
  skill: {
    title: 'Better than guessing?',
    lead: 'Compared with two simple methods: always forecasting the average, and using only the distance to the nearest flash. Plus: we were better (Brier score). Minus: worse.',
    when: 'In the next',
    minutes: '{minutes:number} min',
    cases: 'Cases',
    hits: 'It came in',
    base: 'Against the average',
    distance: 'Against distance alone',
  },
  arrival: {
    title: 'When it comes, and where',
    lead: 'For an approaching cell we give an arrival window that should be right 8 times in 10. An arrow shows where the cell will be.',
    held: 'The arrival window was right',
    heldNote: 'of {n|number} {{arrival|arrivals}}; it should be 80%',
    width: 'Mean width of the window',
    widthNote: 'If it is right, narrower is more useful.',
    km: '{km:string} km',
    min: '{minutes:string} min',
    position: 'Off by, {minutes:number} minutes ahead',
    positionNote: 'if the cell had not moved: {km:string} km; {n|number} {{case|cases}}',
    approaching: 'Lightning after “approaching”',
    others: 'Lightning after any other answer',
    struckNote: 'within 60 minutes, at places within 40 km of lightning; {n|number} {{case|cases}}',
  },
  hidden: {
    title: 'Withheld forecasts',
    none: 'None. All forecasts currently meet their target.',
    chance: 'The chance of lightning',
    eta: 'The minutes until it arrives',
    share:
      'withheld: in the last {days:number} days {held|number} of {n|number} windows were right, fewer than 70 in 100.',
    gap: 'withheld: in the last {days:number} days forecasts and outcomes differed too much.',
    fitted: 'The chances were last adjusted on {date:string}, by {n|number} {{case|cases}}.',
    withReplayed:
      'They include replayed cases until lightning has come in {enough:number} cases of published forecasts.',
    formula:
      'Let x be the log odds fitted on recordings. Published are {a30:string} + {s30:string} × x for 30 minutes and {a60:string} + {s60:string} × x for 60.',
    notFitted:
      'The chances are those fitted on recorded storms. They are adjusted each night once lightning has come in {enough:number} cases.',
  },
  feed: {
    title: 'The strikes used',
    lead: 'A forecast uses only the strikes that have arrived.',
    delay: 'Typical delay of a strike',
    delayNote: 'from the discharge to our server',
    seconds: '{seconds:string} s',
    complete: 'Time with data',
    completeNote: 'of the last {days:string} days, for the whole home area',
    uptime: 'Data at most 2 minutes old',
    uptimeNote: 'of {n|number} {{minute|minutes}} counted, 30 days at most',
    gaps: 'Open data gaps',
    noGaps: 'no open gaps',
    gapsNote: 'the oldest has been open for {minutes|number} {{minute|minutes}}',
    gapsElsewhere: 'none in the home area',
    unknown: 'unknown',
  },
  limits: {
    title: 'What lightning alone cannot show',
    death: 'Cells die',
    deathText:
      'Of 100 storm cells, 63 are left after 10 minutes, 40 after 20, 20 after 30 and 5 after 60. Flashes show where a cell is and where it is going, but not that it will soon end. This limits every forecast here far more than the path does.',
    birth: 'New ones form',
    birthText:
      'Three events in four come from new cells. That is why we also give a chance where nothing is approaching.',
    reach: 'How far ahead we look',
    reachText:
      'Arrows reach 30 minutes ahead, arrival times 45, chances 60. Looking further takes radar and a weather model, which we do not have.',
    counting: 'How we count',
    countingText:
      'We check the forecast on a fixed grid of places near lightning. Each is checked every five minutes, if it has been quiet for ten. After 90 minutes we count lightning within 10 km. Every case counts.',
    safety: 'No number makes you safe',
    safetyText: 'If you hear thunder, go inside, even if our chance is small.',
  },
} satisfies BaseTranslation;

export default verdict;
