import { type BBox, bboxWithin, boxAround, formatBBox } from '#shared/geo/BBox.ts';
import { xmlText } from '#shared/http/xmlText.ts';
import { fill } from '#shared/verdict/sayVerdict.ts';
import { pictureAddress } from '#shared/wire/pictureAddress.ts';
import { placePageTexts } from '#texts/placePageTexts.ts';
import { frameOf } from '#worker/picture/pictureSvg.ts';
import { livePart, nameAfterNear, type PlacePage } from './PlacePage.ts';

const AROUND_KM = 60;
const SIZE = { width: 480, height: 400 } as const;
const STEPS_A_DEGREE = 100;

/** The picture of the last hour around the place, as anybody may embed it, and over it a mark with the place's name. */
export function pictureHtml({ place, language, sky }: PlacePage): string {
  const { west, south, east, north } = boxAround(place, AROUND_KM);
  const coarse = (degrees: number) => Math.round(degrees * STEPS_A_DEGREE) / STEPS_A_DEGREE;
  const box: BBox = { west: coarse(west), south: coarse(south), east: coarse(east), north: coarse(north) };
  const src = pictureAddress({ bbox: formatBBox(box), lang: language, theme: 'light', ...SIZE });
  const alt = fill(placePageTexts[language].picture, { of: nameAfterNear(place, language) });
  const image = `<img src="${xmlText(src)}" alt="${xmlText(alt)}" width="${SIZE.width}" height="${SIZE.height}" loading="lazy" decoding="async">`;
  if (!sky) return livePart('picture', image);
  // The picture keeps lines free below the land for what it will say of itself.
  const isBeyond = !bboxWithin(frameOf({ bbox: box, size: SIZE, strips: 0 }).box, sky.home);
  const frame = frameOf({ bbox: box, size: SIZE, strips: Number(sky.simulated) + Number(isBeyond) });
  const [x, y] = frame.project(place.longitude, place.latitude).map(Math.round);
  const mark = `<circle cx="${x}" cy="${y}" r="5"/><text x="${x}" y="${(y ?? 0) - 10}" text-anchor="middle">${xmlText(place.names[language])}</text>`;
  return livePart(
    'picture',
    `${image}<svg viewBox="0 0 ${SIZE.width} ${SIZE.height}" aria-hidden="true">${mark}</svg>`,
  );
}
