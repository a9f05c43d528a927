import { useCallback, useEffect, useRef } from 'react';
import type { Position } from '#shared/geo/geodesy.ts';
import { DEFAULT_VIEW } from '../view/viewBox.ts';
import { useVisitorPosition } from './useVisitorPosition.ts';

/**
 * The visitor's position, which moves the map only if nothing else says what to look at (`free` at the start), or if
 * the visitor asked for it. If it cannot be found, the map shows the area of Sofia.
 */
export function useFollowVisitor(free: boolean, goTo: (position: Position) => void) {
  const { visitor, locate, decline } = useVisitorPosition();
  const visitorAt = visitor.state === 'known' ? visitor.position : undefined;
  const mayMove = useRef(free);
  useEffect(() => {
    const target = visitorAt ?? (visitor.state === 'failed' ? DEFAULT_VIEW : undefined);
    if (!mayMove.current || !target) return;
    mayMove.current = false;
    goTo(target);
  }, [visitorAt, visitor.state, goTo]);
  const askAndFollow = useCallback(() => {
    mayMove.current = true;
    locate();
  }, [locate]);
  return { state: visitor.state, visitorAt, locate: askAndFollow, decline };
}

export type FollowedVisitor = ReturnType<typeof useFollowVisitor>;
