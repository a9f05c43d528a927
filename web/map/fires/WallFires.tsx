import { useEffect, useMemo } from 'react';
import { useSnapshot } from 'valtio';
import type { FiresBody } from '#shared/fires/bodies.ts';
import { type BBox, bboxContains } from '#shared/geo/BBox.ts';
import type { Position } from '#shared/geo/geodesy.ts';
import { cornersOf, distanceFrom, type Polygon } from '#shared/geo/Shape.ts';
import { HOUR_MS } from '#shared/time.ts';
import { type Texts, useTexts } from '#web/kit/i18n/index.ts';
import { useTextAreas } from '#web/kit/i18n/useTextAreas.ts';
import { type WallLineProps, WallRotation } from '#web/map/wall/WallRotation.tsx';
import {
  agedSources,
  type FireDataStatus,
  fireDataStatus,
  firesNow,
  followFires,
} from '#web/sky/fires/currentFires.ts';
import type { Sky } from '#web/sky/Sky.ts';
import { clockText } from '#web/sky/timeText.ts';

/** A fire is at least a pixel wide, so one this close to the outline counts as inside. */
const EDGE_KM = 1;
const REPORTED_MS = 24 * HOUR_MS;

/** The fire summary of a wall. */
export interface FiresOnWall extends FireDataStatus {
  /** Seen in the last 24 h in the area, without static sources. */
  readonly fires: number;
  /** Number of those fires that lightning probably caused. */
  readonly likely: number;
  readonly fixed: number;
  /** True if the list was truncated, so there may be more. */
  readonly atLeast: boolean;
}

interface FireArea {
  readonly holds: (at: Position) => boolean;
  /** Its southernmost latitude. */
  readonly south: number;
}

/** The area within the outlines, or within the box if there are none. */
export function inArea(polygons: readonly Polygon[], box: BBox | undefined): FireArea {
  const distances = polygons.map(distanceFrom);
  if (distances.length > 0) {
    const south = Math.min(...polygons.flatMap(cornersOf).map(([, latitude]) => latitude));
    return { holds: (at) => distances.some((kmTo) => kmTo(at) <= EDGE_KM), south };
  }
  const holds = ({ longitude, latitude }: Position) => box !== undefined && bboxContains(box, longitude, latitude);
  return { holds, south: box?.south ?? 90 };
}

/** Undefined without fire data. Satellites age with the clock, also while the server does not respond. */
export function firesOnWall(
  { fires, next, sources, south }: FiresBody,
  area: FireArea,
  nowMs: number,
): FiresOnWall | undefined {
  if (sources.length === 0) return undefined;
  const ofDay = (lastSeen: string) => nowMs - Date.parse(lastSeen) <= REPORTED_MS;
  const here = fires.filter((fire) => ofDay(fire.lastSeen) && area.holds(fire));
  const alive = here.filter((fire) => !fire.static);
  const oldest = fires.at(-1);
  return {
    ...fireDataStatus(agedSources({ sources, ...(south && area.south < south.below ? { south } : {}) }, nowMs)),
    fires: alive.length,
    likely: alive.filter(({ state }) => state === 'likely').length,
    fixed: here.length - alive.length,
    atLeast: next !== undefined && (oldest === undefined || ofDay(oldest.lastSeen)),
  };
}

const AREAS = ['mapMore'] as const;
const NO_OUTLINE: readonly Polygon[] = [];

/** The wall's line; in calm times fires rotate in it. */
export default function WallFires({ sky, wallText, polygons }: WallLineProps) {
  const fires = useFires(polygons, sky);
  return (
    <span data-fires={wallText.isAtEase ? fires?.kind : undefined}>
      <WallRotation sky={sky} wallText={wallText} others={fires?.lines ?? []} />
    </span>
  );
}

interface ReportedFires {
  readonly kind: FiresOnWall['kind'] | 'failed';
  readonly lines: readonly string[];
}

/** How many fires satellites saw in the wall's area, or why that is unknown. Undefined without a source of fires. */
function useFires(polygons: readonly Polygon[] = NO_OUTLINE, { box, presentMs }: Sky): ReportedFires | undefined {
  const { LL, locale } = useTexts();
  useEffect(() => followFires(), []);
  const { reported: body, requestedMs, failed } = useSnapshot(firesNow);
  const area = useMemo(() => inArea(polygons, box), [polygons, box]);
  if (!useTextAreas(AREAS)) return undefined;
  const texts = LL.mapMore.wallFires;
  if (!body) return failed ? { kind: 'failed', lines: [texts.failed()] } : undefined;
  const known = firesOnWall(body as FiresBody, area, presentMs);
  if (!known) return undefined;
  const clock = (atMs: number | undefined) => (atMs === undefined ? '' : clockText(atMs, presentMs, locale));
  const text = firesText(known, clock(known.newestMs), LL);
  const agedText = failed ? `${text}; ${texts.stale({ time: clock(requestedMs) })}` : text;
  return {
    kind: known.kind,
    lines: known.likely > 0 ? [agedText, texts.notice()] : [`${agedText}. ${texts.mayBurn()}`],
  };
}

/** `3 fires in 24 h, 1 likely lightning; satellites to 13:05`. Late satellites are mentioned first. */
function firesText({ kind, fires, likely, fixed, atLeast }: FiresOnWall, time: string, LL: Texts): string {
  const texts = LL.mapMore.wallFires;
  if (kind === 'none') return texts.never();
  if (kind === 'dead') return texts.dead({ time });
  const count = texts.fires({ count: fires });
  const counted = [
    fires === 0 ? texts.none() : atLeast ? texts.atLeast({ fires: count }) : count,
    ...(likely > 0 ? [texts.likely({ count: likely })] : []),
    ...(fixed > 0 ? [texts.static({ count: fixed })] : []),
  ].join(', ');
  if (kind === 'late') return fires + fixed > 0 ? `${texts.late({ time })}. ${counted}` : texts.late({ time });
  return [counted, texts.to({ time }), ...(kind === 'part' ? [texts.part()] : [])].join('; ');
}
