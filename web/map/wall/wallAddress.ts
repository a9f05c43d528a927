import { cornersOf } from '#shared/geo/shape/Shape.ts';
import { POLYGON_CODE, REGION_CODE } from '#shared/wall/areaCode.ts';
import type { AddressPart } from '#web/ground/view/useAddressPart.ts';
import { decodeShape } from '#web/kit/addresses/shapeAddress.ts';

export const MAX_TITLE_LENGTH = 60;

/** What a wall says of itself; what it shows, and when, the map's own address holds. */
export interface WallChoice {
  /** Empty if it has none. */
  readonly title: string;
  /** Outlined: `BG.plovdiv`, `BG`, or a polygon as in addresses. */
  readonly area: string | undefined;
  /** The area has a level, with its countdown, where such an area can be watched. */
  readonly level: boolean;
  /** Sound begins with the first touch; browsers allow none before. */
  readonly sound: boolean;
}

export const wallAddress: AddressPart<WallChoice> = {
  names: ['title', 'area', 'level', 'sound'],
  parse: (parameters) => {
    const area = parameters.get('area') ?? '';
    return {
      title: (parameters.get('title') ?? '').trim().slice(0, MAX_TITLE_LENGTH),
      area: isArea(area) ? area : undefined,
      level: parameters.get('level') !== 'off',
      sound: parameters.get('sound') === 'on',
    };
  },
  format: ({ title, area, level, sound }) => [
    ...(title ? [`title=${encodeURIComponent(title)}`] : []),
    ...(area ? [`area=${area}`] : []),
    ...(level ? [] : ['level=off']),
    ...(sound ? ['sound=on'] : []),
  ],
};

function isArea(text: string): boolean {
  const shape = POLYGON_CODE.test(text) ? decodeShape(text) : undefined;
  return REGION_CODE.test(text) || (shape !== undefined && cornersOf(shape).length > 3);
}
