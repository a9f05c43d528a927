import type { Shape } from '#shared/geo/shape/Shape.ts';
import type { RadiusKm } from '#shared/lookUp/LookUpLimits.ts';
import {
  DEFAULT_DAYS,
  DEFAULT_RADIUS_KM,
  type DrawnFault,
  drawnFaultOf,
  formatLookUpAddress,
  type LookBackDays,
  type LookUpQuestion,
  parseLookUpAddress,
} from '#web/kit/addresses/lookUpAddress.ts';
import { type OutlineFault, outlineText, readOutline } from './readOutline.ts';

export interface LookUpDraft {
  readonly by: 'place' | 'outline';
  readonly chosen: { readonly shape: Shape; readonly name: string } | undefined;
  readonly outline: string;
  readonly radiusKm: RadiusKm;
  /** Local time, as its field holds it. */
  readonly reported: string;
  readonly days: LookBackDays;
}

export interface LookUpDraftFaults {
  readonly place?: 'missing' | OutlineFault | 'place' | DrawnFault;
  /** Invalid line of the outline. */
  readonly line?: number;
  readonly reported?: 'format' | 'future';
}

/** How far ahead the report's time may be, because clocks differ: the server's rule. */
const CLOCK_AHEAD_MS = 5 * 60_000;

/** Without a question, an empty form for a fire that is reported now. */
export function lookUpDraftOf(question: LookUpQuestion | undefined, nowMs: number): LookUpDraft {
  const { shape, name = '', radiusKm = DEFAULT_RADIUS_KM, reportedMs = nowMs, days = DEFAULT_DAYS } = question ?? {};
  const isDrawn = shape !== undefined && shape.type !== 'Point';
  return {
    by: isDrawn ? 'outline' : 'place',
    chosen: shape && !isDrawn ? { shape, name } : undefined,
    outline: isDrawn ? outlineText(shape) : '',
    radiusKm,
    reported: formatLocalMinute(reportedMs),
    days,
  };
}

/** The question of the form, as precise as an address holds it, or the faults by field. */
export function lookUpQuestionOf(
  draft: LookUpDraft,
  nowMs: number,
):
  | { readonly ok: true; readonly question: LookUpQuestion }
  | { readonly ok: false; readonly faults: LookUpDraftFaults } {
  const place = placeOf(draft);
  const reportedMs = parseLocalMinute(draft.reported);
  const tooLate = reportedMs !== undefined && reportedMs > nowMs + CLOCK_AHEAD_MS;
  const reported = reportedMs === undefined ? 'format' : tooLate ? 'future' : undefined;
  if (!place.ok || reported || reportedMs === undefined) {
    return { ok: false, faults: { ...(place.ok ? {} : place.faults), ...(reported ? { reported } : {}) } };
  }
  const { radiusKm, days } = draft;
  const written = formatLookUpAddress({ shape: place.shape, name: place.name, radiusKm, reportedMs, days });
  const parsed = parseLookUpAddress(written);
  // Corners that lie within 10 m of each other may meet once they are written.
  if (!parsed?.ok) return { ok: false, faults: { place: 'crossing' } };
  return parsed;
}

type ReadPlace =
  | { readonly ok: true; readonly shape: Shape; readonly name: string }
  | { readonly ok: false; readonly faults: LookUpDraftFaults };

function placeOf({ by, chosen, outline }: LookUpDraft): ReadPlace {
  const refused = (faults: LookUpDraftFaults) => ({ ok: false, faults }) as const;
  if (by === 'place') return chosen ? { ok: true, ...chosen } : refused({ place: 'missing' });
  if (outline.trim() === '') return refused({ place: 'missing' });
  const read = readOutline(outline);
  if (!read.ok)
    return refused(read.line === undefined ? { place: read.fault } : { place: read.fault, line: read.line });
  const fault = drawnFaultOf(read.shape);
  return fault ? refused({ place: fault }) : { ok: true, shape: read.shape, name: '' };
}

const LOCAL_MINUTE = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})/;

const two = (value: number) => String(value).padStart(2, '0');

/** The local date and time of this device as a field of the type `datetime-local` holds it: `2026-07-01T14:05`. */
export function formatLocalMinute(atMs: number): string {
  const at = new Date(atMs);
  const day = `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** Reads it again, seconds left out; undefined if it is none. Of an hour that comes twice in a year, the first. */
export function parseLocalMinute(text: string): number | undefined {
  const [, year, month, day, hour, minute] = LOCAL_MINUTE.exec(text)?.map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const at = new Date(year, month - 1, day, hour, minute);
  return at.getMonth() === month - 1 && at.getDate() === day ? at.getTime() : undefined;
}
