import { type MouseEvent, useMemo } from 'react';
import type { Position } from '#shared/geo/geodesy.ts';
import { useMediaQuery } from '#web/kit/browser/useMediaQuery.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { Ground } from './Ground.tsx';
import { layOutPicture } from './layOutPicture.ts';
import { LETTER_SIZE, type Picture, type PictureSize } from './Picture.ts';
import styles from './PlacePicture.module.css';
import type { PlacedLabel } from './placeLabel.ts';
import { useGround, usePlaces } from './usePictureGround.ts';

const WIDE: PictureSize = { width: 720, height: 520 };
/** On a phone, so that letters stay as large as those around it. */
const NARROW: PictureSize = { width: 340, height: 380 };

interface PlacePictureProps {
  readonly picture: Picture;
  /** Says what it shows to who does not see it. */
  readonly label: string;
  /** A number of km as the language writes it, with its unit. */
  readonly kmText: (km: number) => string;
  /** Told the position of each click, if clicks mean something; the same must be possible without a pointer. */
  readonly onPick?: (at: Position) => void;
}

/**
 * A picture of a place: land and names of what ships with the site, distances around it, numbered points. North is up. On
 * paper it is black on white.
 */
export function PlacePicture({ picture, label, kmText, onPick }: PlacePictureProps) {
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
  const pick = ({ currentTarget, clientX, clientY }: MouseEvent) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    onPick?.(frame.unproject(((clientX - left) / width) * size.width, ((clientY - top) / height) * size.height));
  };
  return (
    <figure className={styles.picture}>
      <svg
        viewBox={`0 0 ${size.width} ${size.height}`}
        role="img"
        aria-label={label}
        fontSize={LETTER_SIZE}
        {...(onPick && { onClick: pick, 'data-pick': '' })}
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
      <figcaption className={styles.credit}>© OpenStreetMap, GeoNames (CC BY 4.0), Natural Earth</figcaption>
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
