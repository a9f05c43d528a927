import type { BaseTranslation } from '#texts/made/i18n-types.ts';

const timeline = {
  past: 'The past',
  nowDown: 'no live data at present',
  toLive: 'Back to live',
  close: 'Close the history and go back to live',
  title: 'The last 14 days',
  moment: 'Moment shown',
  now: 'now',
  window: 'Window',
  play: 'Play',
  pause: 'Pause',
  rate: 'Speed',
  perSecond: '{span:string} a second',
  step: 'Arrow keys step by 10 minutes, Page Up and Page Down by a day.',
  hatched: 'hatched: not read, not zero',
  loading: 'Reading the counts…',
  failed: 'The counts could not be read. The strikes can still be looked through.',
  tooOld: 'The moment in the link is more than 14 days ago. The oldest one is shown.',
  outside: 'Strikes are counted for the area we always watch. This view lies outside it.',
  byHour: 'counts by hour and tile',
  alarm: 'NOT LIVE',
  alarmAt: 'this is {time:string}',
} satisfies BaseTranslation;

export default timeline;
