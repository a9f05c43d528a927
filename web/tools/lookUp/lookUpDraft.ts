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
import type { TakenPlace } from '#web/kit/places/placeEntry.ts';

export interface LookUpDraft {
  readonly radiusKm: RadiusKm;
  /** Local time, as its field holds it. */
  readonly reported: string;
  readonly days: LookBackDays;
}

export interface LookUpDraftFaults {
  readonly place?: 'place' | DrawnFault;
  readonly reported?: 'format' | 'future';
}

/** How far ahead the report's time may be, because clocks differ: the server's rule. */
const CLOCK_AHEAD_MS = 5 * 60_000;

/** Without a question, the form of a fire that is reported now. */
export function lookUpDraftOf(question: LookUpQuestion | undefined, nowMs: number): LookUpDraft {
  const { radiusKm = DEFAULT_RADIUS_KM, reportedMs = nowMs, days = DEFAULT_DAYS } = question ?? {};
  return { radiusKm, reported: formatLocalMinute(reportedMs), days };
}

/** The question of the form, as precise as an address holds it, or the faults by field. Without a place there is none. */
export function lookUpQuestionOf(
  { reported, radiusKm, days }: LookUpDraft,
  place: TakenPlace | undefined,
  nowMs: number,
):
  | { readonly ok: true; readonly question: LookUpQuestion }
  | { readonly ok: false; readonly faults: LookUpDraftFaults } {
  const refused = (faults: LookUpDraftFaults) => ({ ok: false, faults }) as const;
  const reportedMs = parseLocalMinute(reported);
  const drawn = place && drawnFaultOf(place.shape);
  const faults = {
    ...(drawn ? { place: drawn } : {}),
    ...(reportedMs === undefined
      ? { reported: 'format' as const }
      : reportedMs > nowMs + CLOCK_AHEAD_MS
        ? { reported: 'future' as const }
        : {}),
  };
  if (!place || reportedMs === undefined || Object.keys(faults).length > 0) return refused(faults);
  const written = formatLookUpAddress({ shape: place.shape, name: place.name, radiusKm, reportedMs, days });
  const parsed = parseLookUpAddress(written);
  return parsed?.ok ? parsed : refused({ place: 'place' });
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
