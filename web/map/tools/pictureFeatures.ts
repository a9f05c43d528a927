import { ellipseAround } from '#shared/geo/ellipse.ts';
import { circleAround } from '#shared/geo/geodesy.ts';
import { distanceContours, type Segment } from '#web/ground/picture/distanceContours.ts';
import type { Picture, PictureArea, PicturePoint } from '#web/ground/picture/Picture.ts';
import { shapeGeometry } from '#web/ground/picture/shapeGeometry.ts';

type Feature = GeoJSON.Feature<GeoJSON.Geometry, { readonly kind: FeatureKind; readonly label: string }>;
type FeatureKind = 'shape' | 'circle' | 'ellipse' | 'point';

const CORNERS = 96;

/** A picture as map features, without numbered and named points, which are page elements. */
export function pictureFeatures({ shape, circles, points }: Picture): GeoJSON.FeatureCollection {
  const feature = (kind: FeatureKind, geometry: GeoJSON.Geometry, label = ''): Feature => ({
    type: 'Feature',
    properties: { kind, label },
    geometry,
  });
  const contours = distanceContours(
    shape,
    circles.map(({ km }) => km),
  );
  // For a point a whole ring, along which its distance can be written.
  const ringOf = (km: number, index: number): GeoJSON.Geometry => {
    if (shape.type === 'Point') {
      const [longitude, latitude] = shape.coordinates;
      return { type: 'LineString', coordinates: circleAround({ longitude, latitude }, km, 4 * CORNERS) };
    }
    return linesOf(contours[index] ?? []);
  };
  return {
    type: 'FeatureCollection',
    features: [
      feature('shape', shapeGeometry(shape)),
      ...circles.map(({ km, label }, index) => feature('circle', ringOf(km, index), label)),
      ...points.flatMap((point) =>
        point.ellipse
          ? [feature('ellipse', { type: 'LineString', coordinates: ellipseAround(point, point.ellipse) })]
          : [],
      ),
      ...points
        .filter((point) => !isMark(point))
        .map(({ longitude, latitude }) => feature('point', { type: 'Point', coordinates: [longitude, latitude] })),
    ],
  };
}

/** A contour as a map geometry. */
export function linesOf(segments: readonly Segment[]): GeoJSON.MultiLineString {
  return { type: 'MultiLineString', coordinates: segments.map((ends) => ends.map(([x, y]) => [x, y])) };
}

/** Areas as map features, by level: a feature for each of their polygons. */
export function areaFeatures(areas: readonly PictureArea[]): GeoJSON.FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: areas.flatMap(({ id, polygons, level, few }) =>
      polygons.map((polygon) => ({
        type: 'Feature' as const,
        properties: { id, level, few },
        geometry: shapeGeometry(polygon),
      })),
    ),
  };
}

/** True if the point is interactive. */
export function isMark(point: PicturePoint): point is PicturePoint & { readonly id: string } {
  return point.id !== undefined && point.label !== '';
}
