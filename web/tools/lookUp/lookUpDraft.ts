import type { RadiusKm } from '#shared/lookUp/bodies.ts';
import { zonedInstants, zonedMinute } from '#shared/zonedTime.ts';
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
import type { SelectedPlace } from '#web/kit/places/placeEntry.ts';

export type Occurrence = 'first' | 'second';

export interface LookUpDraft {
  readonly radiusKm: RadiusKm;
  /** Local time, in the format of its field. */
  readonly reported: string;
  /** Which of two times, where clocks go back and show it twice. */
  readonly occurrence: Occurrence;
  readonly days: LookBackDays;
}

export interface LookUpDraftFaults {
  readonly place?: 'place' | DrawnFault;
  readonly reported?: 'format' | 'skipped' | 'future';
}

/** How far ahead the report's time may be, because clocks differ: the server's rule. */
const CLOCK_AHEAD_MS = 5 * 60_000;

/** Without a query, the form of a fire that is reported now. `zone`: the device's time zone. */
export function lookUpDraftOf(query: LookUpQuestion | undefined, zone: string, nowMs: number): LookUpDraft {
  const { radiusKm = DEFAULT_RADIUS_KM, reportedMs = nowMs, days = DEFAULT_DAYS } = query ?? {};
  const reported = zonedMinute(reportedMs, zone);
  const second = timesShownTwice(reported, zone)?.second;
  return { radiusKm, reported, occurrence: second !== undefined && reportedMs < second ? 'first' : 'second', days };
}

/** Both instants of a time that clocks show twice; undefined for any other. */
export function timesShownTwice(reported: string, zone: string): Readonly<Record<Occurrence, number>> | undefined {
  const [first, second] = zonedInstants(reported, zone) ?? [];
  return first === undefined || second === undefined ? undefined : { first, second };
}

/** The query of the form, in the precision of an address, or the errors by field. A place is required. */
export function lookUpQuestionOf(
  { reported, occurrence, radiusKm, days }: LookUpDraft,
  place: SelectedPlace | undefined,
  zone: string,
  nowMs: number,
):
  | { readonly ok: true; readonly question: LookUpQuestion }
  | { readonly ok: false; readonly faults: LookUpDraftFaults } {
  const refused = (faults: LookUpDraftFaults) => ({ ok: false, faults }) as const;
  const instants = zonedInstants(reported, zone);
  const reportedMs = instants?.at(occurrence === 'first' ? 0 : -1);
  const drawn = place && drawnFaultOf(place.shape);
  const errors = {
    ...(drawn ? { place: drawn } : {}),
    ...(reportedMs === undefined
      ? { reported: instants ? ('skipped' as const) : ('format' as const) }
      : reportedMs > nowMs + CLOCK_AHEAD_MS
        ? { reported: 'future' as const }
        : {}),
  };
  if (!place || reportedMs === undefined || Object.keys(errors).length > 0) return refused(errors);
  const written = formatLookUpAddress({ shape: place.shape, name: place.name, radiusKm, reportedMs, days });
  const parsed = parseLookUpAddress(written);
  return parsed?.ok ? parsed : refused({ place: 'place' });
}
