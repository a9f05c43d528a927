import { useCallback, useEffect, useRef, useState } from 'react';
import type { BBox } from '#shared/geo/BBox.ts';
import type { HeldFact } from '#shared/verdict/SkyFacts.ts';
import type { MapQuery } from '#web/ground/view/mapQuery.ts';
import { useAddressPart } from '#web/ground/view/useAddressPart.ts';
import { type MapView, REGION_BOX } from '#web/ground/view/viewBox.ts';
import type { LookingMap } from '#web/map/parts/useMapView.ts';
import { useKeptWall } from './keptWall.ts';
import { useWallArea } from './useWallArea.ts';
import { type WallChoice, wallAddress } from './wallAddress.ts';
import type { GuardedArea, WallArea } from './wallArea.ts';

export interface Wall extends WallChoice {
  readonly outlined: WallArea;
  /** Has a verdict, and with `level` a level. */
  readonly guarded: GuardedArea | undefined;
  /** Its level, once it is judged. */
  readonly held: HeldFact | undefined;
  readonly onHeld: (held: HeldFact | undefined) => void;
}

/** Shows a wall's views in turns while nobody touches it, and its area where the address names no view. */
export function useWall(query: MapQuery, idle: boolean, { jumpTo, fitTo }: LookingMap): Wall {
  const [choice] = useAddressPart(wallAddress);
  const outlined = useWallArea(query.wall ? choice.area : undefined);
  const show = useCallback((seen: MapView | BBox) => ('zoom' in seen ? jumpTo(seen) : fitTo(seen, 0)), [jumpTo, fitTo]);
  useRotation(idle, query, show);
  const { wall, view, rotation } = query;
  const { area } = choice;
  const box = outlined.kind === 'known' ? outlined.box : undefined;
  useKeptWall(wall);
  const wanted = JSON.stringify([rotation, area]);
  // A page that opens as a wall looks there by itself, except at outlines, which come later.
  const shown = useRef(wall && (view !== undefined || rotation.length > 0 || area === undefined) ? wanted : undefined);
  useEffect(() => {
    if (!wall) shown.current = undefined;
    if (!wall || shown.current === wanted) return;
    const first = rotation[0] ?? (area === undefined || outlined.kind === 'unknown' ? REGION_BOX : box);
    if (!first) return;
    shown.current = wanted;
    show(first);
  }, [wall, wanted, rotation, area, outlined.kind, box, show]);
  const guarded = outlined.kind === 'known' ? outlined.guarded : undefined;
  const [held, onHeld] = useState<HeldFact>();
  return { ...choice, outlined, guarded, held: choice.level && guarded ? held : undefined, onHeld };
}

function useRotation(
  active: boolean,
  { rotation, rotateEveryMs }: Pick<MapQuery, 'rotation' | 'rotateEveryMs'>,
  show: (shown: MapView | BBox) => void,
): void {
  // It opened at the first.
  const next = useRef(1);
  const key = JSON.stringify(rotation);
  useEffect(() => {
    const views: readonly (MapView | BBox)[] = JSON.parse(key);
    if (!active || views.length === 0) return;
    const handle = setInterval(() => {
      const view = views[next.current % views.length];
      next.current += 1;
      if (view) show(view);
    }, rotateEveryMs);
    return () => clearInterval(handle);
  }, [active, key, rotateEveryMs, show]);
}
