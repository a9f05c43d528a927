import { lazy, type ReactNode, Suspense } from 'react';
import { withinChunkTimeout } from '#web/kit/browser/loadChunks.ts';
import styles from './AnswerPicture.module.css';
import type { Picture } from './Picture.ts';
import { useOnMap, useUndrawable } from './shownPicture.ts';

/** Suspends within `PaperOnly`. */
export const LazyPlacePicture = lazy(async () => ({
  default: (await withinChunkTimeout(import('./PlacePicture.tsx'))).PlacePicture,
}));

interface AnswerPictureProps {
  /** The same object until the result changes. */
  readonly picture: Picture;
  /** Alternative text for the picture. */
  readonly label: string;
  readonly kmText: (km: number) => string;
}

/** A result's picture: on the map; in print, and if no map can be rendered, in this place. */
export function AnswerPicture(props: AnswerPictureProps) {
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
