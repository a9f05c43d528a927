import { useCallback, useEffect, useRef } from 'react';
import { boxAround } from '#shared/geo/BBox.ts';
import { DEFAULT_VIEW } from '#web/ground/view/viewBox.ts';
import { useVisitorPosition } from '#web/kit/browser/useVisitorPosition.ts';
import type { LookingMap } from '#web/map/view/useMapView.ts';

/** The widest of the rings around a place, and some room. */
const SHOWN_KM = 22;

/**
 * The visitor's position, which moves the map only if nothing else says what to look at (`free` at the start), or if
 * the visitor asked for it: then it shows the widest ring around them. If it cannot be found, the map shows the area of
 * Sofia.
 */
export function useFollowVisitor(free: boolean, { goTo, fitTo }: Pick<LookingMap, 'goTo' | 'fitTo'>) {
  const { visitor, locate, decline } = useVisitorPosition();
  const visitorAt = visitor.state === 'known' ? visitor.position : undefined;
  const mayMove = useRef(free);
  useEffect(() => {
    if (!mayMove.current || (!visitorAt && visitor.state !== 'failed')) return;
    mayMove.current = false;
    if (visitorAt) fitTo(boxAround(visitorAt, SHOWN_KM));
    else goTo(DEFAULT_VIEW);
  }, [visitorAt, visitor.state, goTo, fitTo]);
  const askAndFollow = useCallback(() => {
    mayMove.current = true;
    locate();
  }, [locate]);
  return { state: visitor.state, visitorAt, locate: askAndFollow, decline };
}

export type FollowedVisitor = ReturnType<typeof useFollowVisitor>;
