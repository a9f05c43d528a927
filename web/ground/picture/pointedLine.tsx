import { type ReactNode, useEffect, useRef } from 'react';
import { usePointed, usePointing } from './shownPicture.ts';

/** For a line of a list, as properties of its element: it lights with its point or area, and what is sought comes into view. */
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
