import type { BaseTranslation } from '#texts/made/i18n-types.ts';

const timeline = {
  past: 'The past',
  nowDown: 'no live data',
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
  hatched: 'hatched: no data',
  loading: 'Loading…',
  failed: 'Counts unavailable; you can still browse strikes.',
  tooOld: 'The link is older than 14 days; showing the oldest data.',
  outside: 'Strikes are counted only in our home area. This view is outside it.',
  byHour: 'counts by hour and tile',
  alarm: 'NOT LIVE',
  alarmAt: 'this is {time:string}',
} satisfies BaseTranslation;

export default timeline;
