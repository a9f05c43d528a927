import type { BaseTranslation } from '#texts/made/i18n-types.ts';

const holdover = {
  lead: 'Lightning may light a fire that nobody sees for days. These are the squares of 2 km where such fires are expected and not seen yet, the most expected first.',
  notFor: 'Not for the protection of life or property.',
  ask: {
    label: 'The list',
    days: 'Lightning of the last',
    day: '{days:number} {{day|days}}',
    mapAgain: 'List what the map shows now',
    clipped: 'The map shows more than one list can hold: it is of the middle of the map.',
  },
  failure: {
    busy: 'Too many requests at this moment.',
    network: 'No answer. Check your connection.',
    server: 'Something went wrong on our side.',
    wait: 'Try again in {seconds:number} s.',
    retry: 'Ask again',
  },
  running: 'Counting the flashes…',
  answer: 'Where fires may still smoulder',
  simulated: 'Simulated data: these strikes never happened, and nothing burns because of them.',
  expected: 'Expected unseen starts: {expected:string} ({low:string}–{high:string})',
  atLeast: 'Expected unseen starts: at least {expected:string} ({low:string}–{high:string})',
  meaning:
    'This is an expectation, not fires that somebody saw. One flash in 840 is taken to light one: that alone may be three times too much or too little.',
  counted: '{flashes|number} {{flash|flashes}} to the ground in {days:number} {{day|days}}, to {time:string}.',
  nothingRead: 'Nothing of this time was read. Nothing can be said.',
  unread: 'Not read: {span:string} of this time. There may be more, and squares that are not listed.',
  cut: 'There was so much lightning that the search went back only to {time:string}.',
  behind: 'It was read only up to {time:string}: what struck after that is missing.',
  none: 'No flash to the ground was found in what was read. That does not say that nothing smoulders.',
  most: 'The first {shown|number} of {found|number} squares.',
  cell: {
    expected: '{expected:string} expected ({low:string}–{high:string})',
    flashes: '{count|number} {{flash|flashes}}, the newest {age:string} ago',
    copy: 'Copy the coordinates {at:string}',
    copied: 'Copied',
    copyFailed: 'The browser did not copy it',
  },
  more: 'Show {count|number} more',
  blur: 'Half of all strikes truly struck within {km:string} of where they are told: look into the squares around too.',
  legend: 'Expected unseen starts',
  files: {
    label: 'Take the list with you',
    copy: 'Copy the link',
    copied: 'Copied. Whoever opens it sees the list of the same part of the map.',
    copyFailed: 'The browser did not copy it. Copy the address of this page.',
    print: 'Print',
  },
} satisfies BaseTranslation;

export default holdover;
