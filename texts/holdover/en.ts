import type { BaseTranslation } from '#texts/made/i18n-types.ts';

const holdover = {
  lead: 'Lightning can start fires that smoulder unseen for days. These 2 km squares are the likeliest, ranked.',
  notFor: 'Not for the protection of life or property.',
  ask: {
    label: 'The list',
    days: 'Lightning of the last',
    day: '{days:number} {{day|days}}',
    mapAgain: 'List what the map shows now',
    clipped: 'The map shows more than one list can hold: the list covers its centre.',
  },
  failure: {
    busy: 'Service busy.',
    network: 'No response. Check your connection.',
    server: 'Something went wrong on our side.',
    wait: 'Try again in {seconds:number} s.',
    retry: 'Try again',
  },
  running: 'Counting the flashes…',
  answer: 'Where fires may still smoulder',
  simulated: 'Simulated data: these strikes never happened, and nothing burns because of them.',
  expected: 'Estimated unseen ignitions: {expected:string} ({low:string}–{high:string})',
  atLeast: 'Estimated unseen ignitions: at least {expected:string} ({low:string}–{high:string})',
  meaning: 'Estimated, not observed: 1 fire per 840 flashes, uncertain by a factor of three.',
  counted: '{flashes|number} {{flash|flashes}} to the ground in {days:number} {{day|days}}, to {time:string}.',
  nothingRead: 'No data for this time.',
  gaps: 'No data for {span:string} of this time. There may be more, also in squares not listed.',
  cut: 'Too much lightning: the search went back only to {time:string}.',
  behind: 'Data ends at {time:string}.',
  none: 'No ground flash found. Fires may still smoulder.',
  most: 'The first {shown|number} of {found|number} squares.',
  cell: {
    expected: '{expected:string} expected ({low:string}–{high:string})',
    flashes: '{count|number} {{flash|flashes}}, the newest {age:string} ago',
    copy: 'Copy the coordinates {at:string}',
    copied: 'Copied',
    copyFailed: 'The browser did not copy it',
  },
  more: 'Show {count|number} more',
  blur: 'Half of all strikes are more than {km:string} off: check neighbouring squares.',
  legend: 'Estimated unseen ignitions',
  files: {
    label: 'Export',
    copy: 'Copy the link',
    copied: 'Copied. Anyone with the link sees the list for the same part of the map.',
    copyFailed: 'The browser did not copy it. Copy the address of this page.',
    print: 'Print',
  },
} satisfies BaseTranslation;

export default holdover;
