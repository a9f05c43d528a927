import { memo, useId } from 'react';
import type { GroundPiece } from './loadGround.ts';
import styles from './PlacePicture.module.css';
import type { PictureFrame } from './pictureFrame.ts';

interface GroundProps {
  readonly pieces: readonly GroundPiece[];
  readonly frame: PictureFrame;
}

const ORDER = ['land', 'river', 'region', 'border'] as const;

/** Sea, land and the lines on it. */
export const Ground = memo(function Ground({ pieces, frame }: GroundProps) {
  const id = useId();
  const drawn = ORDER.flatMap((kind) => pieces.filter((piece) => piece.kind === kind));
  return (
    <g>
      {drawn.map(({ tile, kind, lines }) => {
        const key = `${kind}-${tile.zoom}-${tile.x}-${tile.y}`;
        const world = 2 ** tile.zoom;
        const [left, top] = frame.projectWorld(tile.x / world, tile.y / world);
        const [right, bottom] = frame.projectWorld((tile.x + 1) / world, (tile.y + 1) / world);
        const rect = { x: left, y: top, width: right - left, height: bottom - top };
        const path = lines.map((line) =>
          line
            .map(({ x, y }, index) => {
              const [px, py] = frame.projectWorld(x, y);
              return `${index === 0 ? 'M' : 'L'}${px.toFixed(1)} ${py.toFixed(1)}`;
            })
            .join(''),
        );
        return (
          <g key={key}>
            <clipPath id={`${id}${key}`}>
              <rect {...rect} />
            </clipPath>
            {kind === 'land' && <rect {...rect} className={styles.sea} />}
            <path d={path.join('')} clipPath={`url(#${id}${key})`} className={styles[kind]} />
          </g>
        );
      })}
    </g>
  );
});
