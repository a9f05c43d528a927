import * as v from 'valibot';
import { isTimeZone } from '#shared/time/zonedTime.ts';
import { MAX_PREVIEW_DAYS } from './Area.ts';
import { AreaBody } from './AreaBody.ts';

/** The body of `POST /watch/preview`: a place, its rules and time zone, and how far to look back. */
export const PreviewBody = v.strictObject({
  ...AreaBody.entries,
  timeZone: v.pipe(v.string('textExpected'), v.check(isTimeZone, 'timeZone')),
  days: v.optional(
    v.pipe(
      v.number('numberExpected'),
      v.integer('wholeExpected'),
      v.minValue(1, 'range'),
      v.maxValue(MAX_PREVIEW_DAYS, 'range'),
    ),
    MAX_PREVIEW_DAYS,
  ),
});

const Milliseconds = v.pipe(v.number(), v.integer());
const Count = v.pipe(v.number(), v.integer());

export const PreviewView = v.object({
  fromMs: v.pipe(
    Milliseconds,
    v.description(
      'From here on the archive covers the place: later than asked if it is young, or was too much to search',
    ),
  ),
  toMs: v.pipe(Milliseconds, v.description('Up to here; the same as `fromMs` if nothing is covered')),
  alerts: v.pipe(Count, v.description('Each lasts from clear to clear')),
  atNight: v.pipe(Count, v.description('Alerts that began between 22:00 and 06:00')),
  byLevel: v.pipe(
    v.object({ watch: Count, warning: Count, stop: Count }),
    v.description('Alerts that reached each level or a worse one'),
  ),
  longestStopMs: Milliseconds,
  unreadMs: v.pipe(Milliseconds, v.description('How long of it nothing was read: nobody knows what fell then')),
  askedDays: Count,
  cut: v.pipe(v.boolean(), v.description('There were too many strikes around to search all of the days')),
});
export type PreviewView = v.InferOutput<typeof PreviewView>;
