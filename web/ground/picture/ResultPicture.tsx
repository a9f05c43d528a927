import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { withinChunkTimeout } from '#web/kit/browser/loadChunks.ts';
import type { Picture } from './Picture.ts';
import styles from './ResultPicture.module.css';
import { useOnMap, usePointed, usePointing, useUndrawable } from './visiblePicture.ts';

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

/** Suspends within `PaperOnly`. */
export const LazyPlacePicture = lazy(async () => ({
  default: (await withinChunkTimeout(import('./PlacePicture.tsx'))).PlacePicture,
}));

interface ResultPictureProps {
  /** The same object until the result changes. */
  readonly picture: Picture;
  /** Alternative text for the picture. */
  readonly label: string;
  readonly kmText: (km: number) => string;
}

/** A result's picture: on the map; in print, and if no map can be rendered, in this place. */
export function ResultPicture(props: ResultPictureProps) {
  useOnMap(props.picture);
  return (
    <PaperOnly>
      <LazyPlacePicture {...props} />
    </PaperOnly>
  );
}

/** Hidden on screens whose map shows the same; also used for a picture to publish. */
export function PaperOnly({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles.picture} data-undrawable={useUndrawable()}>
      <Suspense>{children}</Suspense>
    </div>
  );
}
