import type { BaseTranslation } from '../../i18n-types.ts';

const map = {
  title: 'Live lightning map',
  loading: 'Loading Map...',
  loadError: 'Error loading data. Please try again.',
  empty: 'No lightning events found in this area for the selected time range.',
  region: 'Map of lightning strikes. Arrow keys move it, plus and minus zoom.',
  simulated: 'Simulated data',
  basemapGone: 'Base map unavailable, strikes are live.',
  clockOff: 'The clock of this device is off by {span:string}. Ages are counted on the server’s clock.',
  truth: {
    label: 'State of the feed',
    connecting: 'Connecting',
    live: 'Live',
    quiet: 'Quiet',
    delayed: 'Delayed',
    down: 'Offline',
    newest: 'newest strike {span:string} ago',
    noneYet: 'no strike in view yet',
    checked: 'feed checked {span:string} ago',
    usualDelay: 'usual delay {span:string}',
    quietSince: 'no strike in view for {span:string}',
    behind: 'strikes may be missing',
    since: 'since {time:string}',
    lastKnown: 'grey strikes are the last known',
    noAnswer: 'no connection to the server',
    noFeed: 'the lightning network does not answer',
    filling: 'loading strikes…',
  },
  count: '{count:number|number} {{strike|strikes}} in view',
  filter: {
    title: 'Time range',
    none: 'None',
    minutes: 'Last {n:number} minutes',
    hour: 'Last hour',
    hours: 'Last {n:number} hours',
  },
  controls: {
    label: 'Map controls',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    locate: 'My location',
    info: 'Legend and help',
  },
} satisfies BaseTranslation;

export default map;
