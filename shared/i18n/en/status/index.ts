import type { BaseTranslation } from '../../i18n-types.ts';

const status = {
  lead: 'Whether lightning data reaches this site, now and over the last 14 days. The site measures this itself.',
  loading: 'Loading…',
  simulated: 'Simulated data: these figures are from a test, not from a lightning network.',
  now: {
    title: 'Now',
    live: 'Lightning data is arriving.',
    delayed: 'Lightning data is delayed.',
    down: 'There is no current lightning data.',
    until: 'Data up to {time:string}',
    delay: 'Typical delay: {span:string}',
  },
  share: {
    of: 'of the measured time with data',
    minutes: '{read:string} of {all:string} minutes since {from:string} UTC',
    later: 'Gaps that were filled later count as data. How often the data was at most 2 minutes old is on this page:',
    nothing: 'There is no data of the last 14 days.',
  },
  hours: {
    title: 'By hour',
    lead: 'The last 14 days in UTC. One bar is one hour.',
    day: 'Day',
    hours: 'Hours 0 to 24',
    share: 'With data',
    whole: 'complete',
    part: 'partial',
    none: 'no data',
    outside: 'not measured',
    row: 'Hours: {whole:number} complete, {part:number} partial, {none:number} without data',
  },
  incidents: {
    title: 'Incidents',
    lead: 'Gaps in the data of at least {least:string} that were not filled later.',
    none: 'No gap of {least:string} or longer.',
    begin: 'Began',
    duration: 'Length',
    open: '{length:string}, still open',
    short: 'Shorter gaps: {n:number|number}, together {span:string}.',
  },
  counted: {
    title: 'How this is measured',
    minute: 'A minute counts as data once the whole home area was read for it.',
    start: 'Time before the first data is not measured.',
    not: 'This does not cover your connection, the delivery of alerts, or strikes the network did not detect.',
  },
  errors: {
    offline: 'No response. Check your connection and try again.',
    limited: 'Too many requests from your network. Try again in a minute.',
    busy: 'The figures are unavailable. Try again in a minute.',
    retry: 'Try again',
  },
} satisfies BaseTranslation;

export default status;
