import { memo, useId, useMemo } from 'react';
import type { DrawingSize } from '#shared/picture/frame.ts';
import { useMediaQuery } from '#web/kit/browser/browserState.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { type DrawingFrame, layOutPicture } from './layOutPicture.ts';
import { LETTER_SIZE, PICTURE_CREDIT, type Picture } from './Picture.ts';
import styles from './PlacePicture.module.css';
import type { PlacedLabel } from './placeLabel.ts';
import { type GroundPiece, useGround, usePlaces } from './usePictureGround.ts';

const WIDE: DrawingSize = { width: 720, height: 520 };
/** For phones, so that letters are as large as the text around the picture. */
const NARROW: DrawingSize = { width: 340, height: 380 };

interface PlacePictureProps {
  readonly picture: Picture;
  /** Alternative text for the picture. */
  readonly label: string;
  readonly kmText: (km: number) => string;
}

/** Draws a place: shipped ground, distances around it, numbered points. North is up; in print black on white. */
export function PlacePicture({ picture, label, kmText }: PlacePictureProps) {
  const { locale } = useTexts();
  const narrow = useMediaQuery('(width < 40rem)');
  const size = narrow ? NARROW : WIDE;
  const places = usePlaces();
  const names = useMemo(() => places.map((place) => ({ ...place, text: place[locale] })), [places, locale]);
  const {
    frame,
    shapePath,
    centre,
    circles,
    points,
    names: named,
    scale,
  } = useMemo(() => layOutPicture(picture, names, size), [picture, names, size]);
  const ground = useGround(frame.box);
  return (
    <figure className={styles.picture}>
      <svg
        viewBox={`0 0 ${size.width} ${size.height}`}
        role="img"
        aria-label={label}
        fontSize={LETTER_SIZE}
        data-ready={ground.length > 0 && places.length > 0 ? '' : undefined}
      >
        <Ground pieces={ground} frame={frame} />
        {circles.map(({ km, path }) => (
          <path key={km} d={path} className={styles.circle} />
        ))}
        {shapePath && <path d={shapePath} className={styles.shape} />}
        {named.map((name) => (
          <g key={`${name.text}${name.of}`} className={styles.name}>
            <circle cx={name.of[0]} cy={name.of[1]} r="1.8" />
            <Label label={name} />
          </g>
        ))}
        {circles.map(({ km, label: text }) => text && <Label key={km} label={text} className={styles.km} />)}
        {centre && <path d={`M${centre[0] - 7} ${centre[1]}h14m-7-7v14`} className={styles.centre} />}
        {points.map(({ x, y, label: text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <g key={index}>
            <circle cx={x} cy={y} r={text ? 4 : 2.2} className={styles.point} />
            {text && <Label label={text} className={styles.number} />}
          </g>
        ))}
        {points.map(
          ({ x, y, ellipse }, index) =>
            ellipse && (
              <ellipse
                // biome-ignore lint/suspicious/noArrayIndexKey: points have no other name, and two may share a place
                key={index}
                cx={x}
                cy={y}
                rx={ellipse.minor}
                ry={ellipse.major}
                transform={`rotate(${ellipse.degrees} ${x} ${y})`}
                className={styles.ellipse}
              />
            ),
        )}
        <g className={styles.scale}>
          <path d={`M${scale.x} ${scale.y - 5}v5h${scale.width}v-5`} />
          <text x={scale.x + 4} y={scale.y - 5}>
            {kmText(scale.km)}
          </text>
        </g>
      </svg>
      <figcaption className={styles.credit}>{PICTURE_CREDIT}</figcaption>
    </figure>
  );
}

function Label({ label, className }: { readonly label: PlacedLabel; readonly className?: string | undefined }) {
  return (
    <text x={label.x} y={label.y} textAnchor={label.anchor} className={className}>
      {label.text}
    </text>
  );
}

interface GroundProps {
  readonly pieces: readonly GroundPiece[];
  readonly frame: DrawingFrame;
}

const ORDER = ['water', 'river', 'region', 'border'] as const;

/** Converts fractions of the world's width and height to units of the drawing. */
const onDrawing = ({ left, upper, world }: DrawingFrame, x: number, y: number) =>
  [(x - left) * world, (y - upper) * world] as const;

const Ground = memo(function Ground({ pieces, frame }: GroundProps) {
  const id = useId();
  const drawn = ORDER.flatMap((kind) => pieces.filter((piece) => piece.kind === kind));
  return (
    <g>
      {drawn.map(({ tile, kind, lines }) => {
        const key = `${kind}-${tile.zoom}-${tile.x}-${tile.y}`;
        const world = 2 ** tile.zoom;
        const [left, top] = onDrawing(frame, tile.x / world, tile.y / world);
        const [right, bottom] = onDrawing(frame, (tile.x + 1) / world, (tile.y + 1) / world);
        const rect = { x: left, y: top, width: right - left, height: bottom - top };
        const path = lines.map((line) =>
          line
            .map(({ x, y }, index) => {
              const [px, py] = onDrawing(frame, x, y);
              return `${index === 0 ? 'M' : 'L'}${px.toFixed(1)} ${py.toFixed(1)}`;
            })
            .join(''),
        );
        return (
          <g key={key}>
            <clipPath id={`${id}${key}`}>
              <rect {...rect} />
            </clipPath>
            {kind === 'water' && <rect {...rect} className={styles.land} />}
            <path d={path.join('')} clipPath={`url(#${id}${key})`} className={styles[kind]} />
          </g>
        );
      })}
    </g>
  );
});
