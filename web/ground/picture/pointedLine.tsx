import { type ReactNode, useEffect, useRef } from 'react';
import { usePointed, usePointing } from './shownPicture.ts';

/** Props for a line of a list: it is highlighted with its point or area, and scrolls into view if sought. */
export function usePointedLine<Line extends HTMLElement>(id: string) {
  const line = useRef<Line>(null);
  const { isPointed, handlers } = usePointing(id);
  const isSought = usePointed().sought && isPointed;
  useEffect(() => {
    if (!isSought) return;
    const folded = line.current?.closest('details');
    if (folded) folded.open = true;
    line.current?.scrollIntoView({ block: 'nearest' });
  }, [isSought]);
  return { ref: line, 'data-pointed': isPointed, ...handlers };
}

interface PointedRowProps {
  readonly id: string;
  readonly children: ReactNode;
}

/** A row of a table whose point or area is on the map. */
export function PointedRow({ id, children }: PointedRowProps) {
  return <tr {...usePointedLine<HTMLTableRowElement>(id)}>{children}</tr>;
}
