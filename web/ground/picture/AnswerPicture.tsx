import { lazy, type ReactNode, Suspense } from 'react';
import { withinChunkTimeout } from '#web/kit/browser/loadChunks.ts';
import styles from './AnswerPicture.module.css';
import type { Picture } from './Picture.ts';
import { useOnMap, useUndrawable } from './shownPicture.ts';

/** Waits within `PaperOnly`. */
export const LazyPlacePicture = lazy(async () => ({
  default: (await withinChunkTimeout(import('./PlacePicture.tsx'))).PlacePicture,
}));

interface AnswerPictureProps {
  /** The same object until the answer changes. */
  readonly picture: Picture;
  /** Alternative text for the picture. */
  readonly label: string;
  readonly kmText: (km: number) => string;
}

/** An answer's picture: on the map; on paper, and where no map can be drawn, in this place. */
export function AnswerPicture(props: AnswerPictureProps) {
  useOnMap(props.picture);
  return (
    <PaperOnly>
      <LazyPlacePicture {...props} />
    </PaperOnly>
  );
}

/** What the map shows on screens that can draw one; a picture to publish has it too. */
export function PaperOnly({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles.picture} data-undrawable={useUndrawable()}>
      <Suspense>{children}</Suspense>
    </div>
  );
}
