import { type BBox, bboxWithin, formatBBox } from '#shared/geo/BBox.ts';
import type { Strike } from '#shared/strike.ts';
import { isoMillis, isoSeconds } from '#shared/time/isoTime.ts';
import { attributionAt, mayGuard, type SourceTraits } from '#worker/sources/port/SourceTraits.ts';

/** What a probe read of a source. Times are milliseconds since the Unix epoch. */
export interface Found {
  /** What was read, with its times. */
  readonly what: string;
  readonly fromMs: number;
  readonly toMs: number;
  readonly bbox: BBox;
  readonly rows: number;
  readonly strikes: readonly Strike[];
  readonly skipped: readonly string[];
  readonly truncated: boolean;
}

const SAMPLES = 3;
/** Clocks are told by `Date`, in whole seconds. */
const CLOCK_STEP_MS = 1_000;

/** `8 s`, `7 min 30 s`, `2 h 5 min`, `−8 s`. */
export function durationText(ms: number): string {
  const seconds = Math.round(Math.abs(ms) / 1_000);
  const sign = ms < 0 && seconds > 0 ? '−' : '';
  const [hours, minutes, rest] = [Math.floor(seconds / 3_600), Math.floor((seconds % 3_600) / 60), seconds % 60];
  if (hours > 0) return `${sign}${hours} h ${minutes} min`;
  if (minutes > 0) return `${sign}${minutes} min${rest > 0 ? ` ${rest} s` : ''}`;
  return `${sign}${rest} s`;
}

export function traitLines(traits: SourceTraits, way: string): string[] {
  const { name, kind, rows, delayMs, timeStepMs, errorKm, ellipseShare, identity, coverage, publicUse } = traits;
  const [typical, worst, step] = [delayMs.typical, delayMs.worst, delayMs.step].map(durationText);
  const ellipses = ellipseShare === undefined ? 'no ellipses' : `${ellipseShare * 100} % of strikes in their ellipse`;
  return [
    `source       ${name}: ${kind}, by ${way}, ${mayGuard(traits) ? 'may guard' : 'may not guard: no all-clear, level or nowcast'}`,
    `delay        ${typical} typical, ${worst} worst, in lots of ${step}`,
    `accuracy     ${errorKm.typical} km typical, ${errorKm.worst} km worst, ${timeStepMs} ms, ${ellipses}`,
    `rows         ${rows.max} at most, truncation ${rows.truncation}, ids ${identity}`,
    `coverage     ${formatBBox(coverage)}`,
    `public use   ${publicUse}`,
  ];
}

/** `aheadMs`: how far the source's clock is ahead of ours; undefined if it does not tell the time. */
export function clockLine(aheadMs: number | undefined): string {
  if (aheadMs === undefined) return 'clock        not told';
  if (Math.abs(aheadMs) < CLOCK_STEP_MS) return 'clock        as ours, to a second';
  return `clock        ${durationText(Math.abs(aheadMs))} ${aheadMs > 0 ? 'ahead of' : 'behind'} ours`;
}

/** Nothing if home lies where the source sees. */
export function homeLines(home: BBox, { name, coverage }: SourceTraits): string[] {
  if (bboxWithin(home, coverage)) return [];
  return [
    `home         ${formatBBox(home)} is outside of what ${name} covers: SOURCES may not name it for this HOME_BBOX`,
  ];
}

export function foundLines({ what, fromMs, toMs, bbox, rows, strikes, skipped, truncated }: Found, nowMs: number) {
  const byTime = [...strikes].sort((a, b) => b.atMs - a.atMs);
  const [newest] = byTime;
  const age = newest
    ? `${durationText(nowMs - newest.atMs)} old`
    : 'none: a quiet sky, or nothing for this box and time';
  return [
    `read         ${what}, ${isoSeconds(fromMs)} to ${isoSeconds(toMs)}, ended ${durationText(nowMs - toMs)} ago`,
    `found        ${rows} rows${truncated ? ', truncated' : ''}, of them ${strikes.length} strikes in ${formatBBox(bbox)}`,
    ...[...new Set(skipped)].map((why) => `skipped      ${skipped.filter((one) => one === why).length} rows: ${why}`),
    `newest       ${age}`,
    ...byTime.slice(0, SAMPLES).map((strike) => `sample       ${sampleText(strike)}`),
  ];
}

function sampleText({ id, atMs, latitude, longitude, detail }: Strike): string {
  const place = `${latitude.toFixed(4)}, ${longitude.toFixed(4)}`;
  return `${isoMillis(atMs)}  ${place}  ${id}${detail ? `  ${JSON.stringify(detail)}` : ''}`;
}

export function attributionLine(traits: SourceTraits, nowMs: number): string {
  const words = attributionAt(traits, nowMs);
  return `attribution  ${words === '' ? 'none of its own: PUBLIC_DATA_SOURCE says whose data they are' : words}`;
}
