import type { BaseTranslation } from '#texts/made/i18n-types.ts';

const verdict = {
  title: 'How right were we?',
  lead: 'The map says how likely lightning is at a place, and when a storm may arrive. Here you see how often that was right. A program counts it, good days and bad ones alike.',
  loading: 'The figures are being loaded.',
  simulated: 'Simulated storms. These figures show that the counting works. They prove nothing about the sky.',
  period: 'Graded: {first:string} to {last:string}; days with forecasts: {days|number}. Days begin at midnight UTC.',
  noPeriod: 'No forecast has been graded yet. That takes lightning, and 90 minutes after it.',
  grades: {
    legend: 'Which forecasts?',
    told: 'Those that were shown',
    replayed: 'Replayed over the past {days|number} {{day|days}}',
    note: 'Nobody saw these forecasts. The program was run afterwards over the lightning of {first:string} to {last:string}, minute by minute, and knew on each day only what earlier days had taught it. It had every strike at once; live, some come late. So this says what to expect, not how right we were.',
    underWay: 'The replay is still under way; days to go: {days:string}.',
  },
  notYet: 'not enough yet',
  ofEnough: '{n|number} of {enough:number} cases',
  trouble: {
    offline: 'No answer came. Check your connection and try again.',
    limited: 'Too much was asked from your network in this minute. Try again in a minute.',
    busy: 'The figures cannot be read at the moment. Try again in a minute.',
    unreadable: 'The answer could not be read. Reload the page: a newer version may be out.',
    retry: 'Try again',
  },
  question: {
    title: 'When we said 1 in 4, how often did lightning come?',
    lead: 'If we were honest, it came in about one case of four: not in fewer, and not in more.',
    answer:
      'When we said {from:string} to {to:string} for the next {minutes:number} minutes, lightning came in {came:string} of {n|number} {{case|cases}}.',
    few: 'For the next {minutes:number} minutes there are not enough cases yet: {n|number} of {enough:number}.',
  },
  reliability: {
    name: 'Lightning within 10 km in the next {minutes:number} minutes',
    said: 'We said',
    mean: 'On average',
    came: 'It came',
    cases: 'Cases',
    bin: '{from:string}–{to:string}',
    equal: 'dashed line: it came exactly as often as we said',
    size: 'larger dot: more cases',
    few: 'grey: fewer than {enough:number} cases, not enough yet',
    dot: 'We said {said:string}, it came in {came:string} of {n|number} {{case|cases}}',
    fewDot: 'Only {n|number} {{case|cases}}, not enough yet',
  },
  skill: {
    title: 'Better than guessing?',
    lead: 'We compare ourselves with two simple rivals: one always tells the average chance, the other looks at the distance to the nearest flash and at nothing else. A plus means that we were closer to what happened (Brier score), a minus that we were not.',
    when: 'In the next',
    minutes: '{minutes:number} min',
    cases: 'Cases',
    hits: 'It came in',
    base: 'Against the average',
    distance: 'Against distance alone',
  },
  arrival: {
    title: 'When it comes, and where',
    lead: 'While a cell approaches, we tell a range of minutes that should be right 8 times in 10. An arrow shows where the cell will be.',
    held: 'The range of minutes was right',
    heldNote: 'of {n|number} {{arrival|arrivals}}; it should be 80%',
    width: 'Mean width of the range',
    widthNote: 'A narrow range that is wrong helps nobody.',
    km: '{km:string} km',
    min: '{minutes:string} min',
    position: 'Off by, {minutes:number} minutes ahead',
    positionNote: 'had we left the cell in place: {km:string} km; {n|number} {{case|cases}}',
    approaching: 'Lightning after “approaching”',
    others: 'Lightning after any other answer',
    struckNote: 'within 60 minutes, at places within 40 km of lightning; {n|number} {{case|cases}}',
  },
  hidden: {
    title: 'What we do not tell at present',
    none: 'Nothing is held back: what we tell holds at present.',
    chance: 'The chance of lightning',
    eta: 'The minutes until it arrives',
    share:
      'not told: in the last {days:number} days {held|number} of {n|number} ranges were right, fewer than 70 in 100.',
    gap: 'not told: in the last {days:number} days what we said and what came lay too far apart.',
    fitted: 'The chances were last adjusted on {date:string}, by {n|number} {{case|cases}}.',
    withReplayed:
      'Replayed cases are among them, until lightning has come in {enough:number} cases of forecasts that were shown.',
    formula:
      'Log odds, as fitted on recordings (x), are told as {a30:string} + {s30:string} × x for 30 minutes and as {a60:string} + {s60:string} × x for 60.',
    notFitted:
      'The chances stand as they were fitted on recorded storms. They are adjusted each night once lightning has come in {enough:number} cases.',
  },
  feed: {
    title: 'The strikes behind it',
    lead: 'A forecast knows only the strikes that reach it, and only when they do.',
    delay: 'Typical delay of a strike',
    delayNote: 'from the discharge to our server',
    seconds: '{seconds:string} s',
    complete: 'Time that was read',
    completeNote: 'of the {days:string} days up to now, for all of the area we always watch',
    uptime: 'Data at most 2 minutes old',
    uptimeNote: 'of {n|number} {{minute|minutes}} counted, 30 days at most',
    gaps: 'Open gaps',
    noGaps: 'nothing is waiting to be read',
    gapsNote: 'the oldest has been open for {minutes|number} {{minute|minutes}}',
    gapsElsewhere: 'none of them in the area we always watch',
    unknown: 'not known',
  },
  limits: {
    title: 'What lightning alone cannot know',
    death: 'Cells die',
    deathText:
      'Of 100 storm cells, 63 are still there after 10 minutes, 40 after 20, 20 after 30 and 5 after 60. Flashes show where a cell is and where it is going, but not that it will soon be over. This limits every forecast here far more than the path does.',
    birth: 'Others are born',
    birthText:
      'New cells flash where nothing flashed before. If you wait for “approaching” alone, you miss three events in four. That is why we also give a chance where nothing approaches.',
    reach: 'So we stop early',
    reachText:
      'Arrows reach 30 minutes ahead, arrivals 45, chances 60. Looking further takes radar and a weather model; we have neither.',
    counting: 'How we count',
    countingText:
      'We ask the forecast about a fixed grid of places near lightning, each every five minutes and only if it has been quiet for ten. After 90 minutes we look what came within 10 km. Nobody chooses the cases, and nothing is taken out.',
    safety: 'No number makes you safe',
    safetyText: 'If you hear thunder, go inside, even if the chance we tell is small.',
  },
} satisfies BaseTranslation;

export default verdict;
