import { cornersOf } from '#shared/geo/shape/Shape.ts';
import type { Texts } from '#web/kit/i18n/index.ts';
import { coordinatesText } from '#web/kit/places/coordinatesText.ts';
import type { LookUpQuestion } from '#web/kit/routing/lookUpAddress.ts';

/** The fire's place by name and coordinates; of a shape its kind, its corners and its middle. */
export function placeText({ shape, name }: Pick<LookUpQuestion, 'shape' | 'name'>, LL: Texts, locale: string): string {
  const words = LL.lookUp.sheet;
  const corners = cornersOf(shape);
  const middle = (values: readonly number[]) => (Math.min(...values) + Math.max(...values)) / 2;
  const at = coordinatesText(
    { longitude: middle(corners.map(([x]) => x)), latitude: middle(corners.map(([, y]) => y)) },
    locale,
  );
  if (shape.type === 'LineString') return words.line({ corners: corners.length, at });
  if (shape.type === 'Polygon') return words.area({ corners: corners.length - 1, at });
  return [name, at].filter((part) => part !== '').join(' · ');
}
