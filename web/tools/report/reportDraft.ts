import { isDay } from '#shared/utcDay.ts';
import { zonedDay, zonedDayStartMs } from '#shared/zonedTime.ts';
import {
  type DaysAround,
  MAX_REFERENCE_LENGTH,
  MAX_REMARK_LENGTH,
  type ReportQuestion,
  type ReportRadiusKm,
} from '#web/kit/addresses/reportAddress.ts';

export interface ReportDraft {
  readonly day: string;
  readonly zone: string;
  readonly around: DaysAround;
  readonly radiusKm: ReportRadiusKm;
  readonly reference: string;
  readonly remark: string;
}

export interface ReportDraftFaults {
  readonly day?: 'day' | 'future';
  readonly reference?: 'reference';
  readonly remark?: 'remark';
}

/** Without a query, an empty form for today by this device's clock. */
export function reportDraftOf(query: ReportQuestion | undefined, ownZone: string, nowMs: number): ReportDraft {
  const { zone = ownZone, day, around = 1, radiusKm = 10 } = query ?? {};
  return {
    day: day ?? zonedDay(nowMs, zone),
    zone,
    around,
    radiusKm,
    reference: query?.reference ?? '',
    remark: query?.remark ?? '',
  };
}

/** Undefined without a place. */
export function reportQuestionOf(
  { day, zone, around, radiusKm, reference, remark }: ReportDraft,
  place: Pick<ReportQuestion, 'position' | 'name'> | undefined,
  nowMs: number,
):
  | { readonly ok: true; readonly question: ReportQuestion }
  | { readonly ok: false; readonly faults: ReportDraftFaults } {
  const dayError = !isDay(day) ? 'day' : zonedDayStartMs(day, zone) > nowMs ? 'future' : undefined;
  const faults: ReportDraftFaults = {
    ...(dayError ? { day: dayError } : {}),
    ...(reference.trim().length > MAX_REFERENCE_LENGTH ? { reference: 'reference' } : {}),
    ...(remark.trim().length > MAX_REMARK_LENGTH ? { remark: 'remark' } : {}),
  };
  if (!place || Object.keys(faults).length > 0) return { ok: false, faults };
  const question = { ...place, day, zone, around, radiusKm, reference: reference.trim(), remark: remark.trim() };
  return { ok: true, question };
}

export function zonesToChoose(...first: readonly string[]): string[] {
  return [...new Set([...first, ...ZONES])];
}

const ZONES = [
  'Europe/Sofia',
  'Europe/Athens',
  'Europe/Belgrade',
  'Europe/Bucharest',
  'Europe/Budapest',
  'Europe/Chisinau',
  'Europe/Istanbul',
  'Europe/Ljubljana',
  'Europe/Podgorica',
  'Europe/Rome',
  'Europe/Sarajevo',
  'Europe/Skopje',
  'Europe/Tirane',
  'Europe/Zagreb',
  'UTC',
];
