import * as v from 'valibot';
import { HOME_BOX } from '#shared/geo/Areas.ts';
import type { Shape } from '#shared/geo/shape/Shape.ts';
import type { MarkKind, MarkPlace } from '#shared/holdover/Mark.ts';
import { MarkBody, markFault, TRACK_KM } from '#shared/holdover/MarkBody.ts';
import { zonedInstants, zonedMinute } from '#shared/time/zonedTime.ts';
import { ownTimeZone } from '#web/kit/i18n/dateTimeFormat.ts';
import type { Track } from './readTrack.ts';

/** A mark as its form holds it. */
export interface MarkDraft {
  /** Made once, so that a repeat changes nothing. */
  readonly id: string;
  /** The cell whose line it was begun in; undefined for an area or a track. */
  readonly cell: string | undefined;
  readonly place: MarkPlace | undefined;
  /** What is said of a track. */
  readonly file?: Pick<Track, 'points' | 'km'> & { readonly name: string };
  /** The time is the track's. */
  readonly timeOfTrack?: boolean;
  readonly kind: MarkKind;
  readonly rainMm: string;
  /** Local time, as its field holds it. */
  readonly at: string;
  readonly name: string;
  readonly note: string;
}

const MARK_FIELDS = ['place', 'rainMm', 'at', 'name', 'note'] as const;
/** The rule that each field breaks. */
export type MarkFaults = Partial<Record<(typeof MARK_FIELDS)[number], string>>;

export function newMarkDraft(id: string, cell: string | undefined, name: string, nowMs: number): MarkDraft {
  const place: MarkPlace | undefined = cell === undefined ? undefined : { type: 'cell', cell };
  return { id, cell, place, kind: 'ground-check', rainMm: '', at: zonedMinute(nowMs, ownTimeZone()), name, note: '' };
}

export function withShape(draft: MarkDraft, shape: Shape): MarkDraft {
  const { file: _, timeOfTrack: __, ...rest } = draft;
  return shape.type === 'Polygon' ? { ...rest, place: { type: 'shape', shape } } : draft;
}

/** What lightning struck after its beginning may not have been seen, so that is its time. */
export function withTrack(draft: MarkDraft, name: string, { corners, points, km, startMs }: Track): MarkDraft {
  return {
    ...draft,
    place: { type: 'track', track: { type: 'LineString', coordinates: corners }, withinKm: TRACK_KM.usual },
    file: { name, points, km },
    ...(startMs === undefined ? {} : { at: zonedMinute(startMs, ownTimeZone()), timeOfTrack: true }),
  };
}

/** The body to send, or what the server would refuse. */
export function markBodyOf(
  { place, kind, rainMm, at, name, note }: MarkDraft,
  nowMs: number,
):
  | { readonly ok: true; readonly body: v.InferInput<typeof MarkBody> }
  | { readonly ok: false; readonly faults: MarkFaults } {
  const atMs = zonedInstants(at, ownTimeZone())?.at(-1);
  const typed = rainMm.trim().replace(',', '.');
  const faults: MarkFaults = {
    ...(place ? {} : { place: 'required' }),
    ...(atMs === undefined ? { at: 'format' } : {}),
    ...(kind === 'rain' && !(typed !== '' && Number.isFinite(Number(typed))) ? { rainMm: 'required' } : {}),
  };
  if (!place || atMs === undefined || Object.keys(faults).length > 0) return { ok: false, faults };
  const body = {
    ...{ kind, at: new Date(atMs).toISOString(), place: place as v.InferInput<typeof MarkBody>['place'], name, note },
    ...(kind === 'rain' ? { rainMm: Number(typed) } : {}),
  };
  const parsed = v.safeParse(MarkBody, body);
  if (!parsed.success) {
    const broken = parsed.issues.map(({ path, message }) => [String(path?.[0].key), message] as const);
    return { ok: false, faults: faultsOf(Object.fromEntries(broken)) };
  }
  const fault = markFault(parsed.output, HOME_BOX, nowMs);
  return fault ? { ok: false, faults: { [fault.field]: fault.rule } } : { ok: true, body };
}

/** Of what a server names, the fields that the form has. */
export function faultsOf(errors: Readonly<Record<string, string>>): MarkFaults {
  return Object.fromEntries(
    Object.entries(errors)
      .map(([field, rule]) => [field.split('.')[0], rule] as const)
      .filter(([field]) => MARK_FIELDS.some((own) => own === field)),
  );
}
