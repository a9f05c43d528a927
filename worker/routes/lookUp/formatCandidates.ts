import { csvRow } from '#shared/csv.ts';
import { cornersOf, type Shape } from '#shared/geo/shape/Shape.ts';
import { XML_DECLARATION, xmlElement } from '#shared/http/xmlText.ts';
import { type Ellipse, ellipseAround, ownEllipse, roundEllipse } from '#shared/lookUp/Ellipse.ts';
import type { CandidateView, LookUpView } from '#shared/lookUp/LookUpView.ts';
import type { StrikeBody } from '#shared/wire/StrikeBody.ts';
import type { FormattedStrikes, StrikeFormat } from '#worker/routes/formatStrikes.ts';

const COLUMNS = 'rank,score,likelihood,distanceKm,ageH,strokes,id,latitude,longitude,timestamp,assumedRadius50Km';

interface Row extends Omit<CandidateView, 'best' | 'strikes'> {
  readonly rank: number;
  readonly strokes: number;
  readonly stroke: StrikeBody;
}

function rowsOf({ candidates }: LookUpView): Row[] {
  return candidates.flatMap(({ strikes, best, ...fit }, index) => {
    const stroke = strikes.find(({ id }) => id === best);
    return stroke ? [{ ...fit, rank: index + 1, strokes: strikes.length, stroke }] : [];
  });
}

function csv(view: LookUpView): string {
  const rows = rowsOf(view).map(({ rank, score, likelihood, distanceKm, ageH, strokes, stroke }) =>
    csvRow([
      ...[rank, score, likelihood, distanceKm, ageH, strokes],
      ...[stroke.id, stroke.latitude, stroke.longitude, stroke.timestamp],
      ownEllipse(stroke, view.accuracy.ellipseShare) ? undefined : view.accuracy.radius50Km,
    ]),
  );
  return `${[COLUMNS, ...rows].join('\r\n')}\r\n`;
}

/** As mapbox/simplestyle-spec names it, which map programs read, and in KML the same. */
const STYLES = {
  candidate: { colour: '#a70050', width: 2, fillOpacity: 0 },
  error: { colour: '#a70050', width: 1, fillOpacity: 0.08 },
  fire: { colour: '#d9480f', width: 3, fillOpacity: 0.2 },
} as const;

/** More circles would hide each other. */
const CIRCLED = 20;
const CIRCLE_CORNERS = 48;

interface ErrorArea {
  readonly ellipse: Ellipse;
  /** Else the source told it. */
  readonly assumed: boolean;
}

/** Where half of all strikes located there truly struck. */
function errorOf({ stroke }: Row, { accuracy }: LookUpView): ErrorArea {
  const own = ownEllipse(stroke, accuracy.ellipseShare);
  return { ellipse: own ?? roundEllipse(accuracy.radius50Km), assumed: !own };
}

function errorShape({ stroke }: Row, { ellipse }: ErrorArea): Shape {
  const ring = ellipseAround(stroke, ellipse, CIRCLE_CORNERS);
  return {
    type: 'Polygon',
    coordinates: [ring.map(([x, y]) => [Number(x.toFixed(5)), Number(y.toFixed(5))] as const)],
  };
}

function geojson(view: LookUpView, fire: Shape): string {
  const { candidates, ...others } = view;
  const rows = rowsOf(view);
  const drawn = (kind: 'error' | 'fire', geometry: Shape, properties = {}) => {
    const { colour, width, fillOpacity } = STYLES[kind];
    const style = { stroke: colour, 'stroke-width': width, fill: colour, 'fill-opacity': fillOpacity };
    return { type: 'Feature', geometry, properties: { kind, ...properties, ...style } };
  };
  const features = [
    ...rows.map(({ stroke, ...properties }, index) => ({
      type: 'Feature',
      id: stroke.id,
      geometry: { type: 'Point', coordinates: [stroke.longitude, stroke.latitude] },
      properties: {
        kind: 'candidate',
        ...properties,
        timestamp: stroke.timestamp,
        strikes: candidates[index]?.strikes,
        'marker-color': STYLES.candidate.colour,
      },
    })),
    ...rows.slice(0, CIRCLED).map((row) => {
      const error = errorOf(row, view);
      const size = error.assumed ? { radiusKm: view.accuracy.radius50Km } : error.ellipse;
      return drawn('error', errorShape(row, error), { rank: row.rank, ...size });
    }),
    drawn('fire', fire),
  ];
  return JSON.stringify({ type: 'FeatureCollection', features, ...others });
}

/** KML writes colours as alpha, blue, green, red. */
function kmlColour(colour: string, opacity: number): string {
  const [red, green, blue] = [1, 3, 5].map((at) => colour.slice(at, at + 2));
  const alpha = Math.round(opacity * 255)
    .toString(16)
    .padStart(2, '0');
  return `${alpha}${blue}${green}${red}`;
}

function kmlStyles(): string[] {
  return Object.entries(STYLES).map(([id, { colour, width, fillOpacity }]) =>
    xmlElement(
      'Style',
      [
        xmlElement('IconStyle', [xmlElement('color', kmlColour(colour, 1))]),
        xmlElement('LineStyle', [xmlElement('color', kmlColour(colour, 1)), xmlElement('width', width)]),
        xmlElement('PolyStyle', [xmlElement('color', kmlColour(colour, fillOpacity))]),
      ],
      { id },
    ),
  );
}

function kmlShape(shape: Shape): string {
  const coordinates = xmlElement(
    'coordinates',
    cornersOf(shape)
      .map(([x, y]) => `${x},${y}`)
      .join(' '),
  );
  if (shape.type !== 'Polygon') return xmlElement(shape.type, [coordinates]);
  return xmlElement('Polygon', [xmlElement('outerBoundaryIs', [xmlElement('LinearRing', [coordinates])])]);
}

function kml(view: LookUpView, fire: Shape): string {
  const { radius50Km, radius90Km } = view.accuracy;
  const rows = rowsOf(view);
  const candidates = rows.map(({ rank, distanceKm, ageH, likelihood, score, strokes, stroke }) =>
    xmlElement(
      'Placemark',
      [
        xmlElement('name', `Candidate ${rank}`),
        xmlElement(
          'description',
          `${distanceKm} km from the fire, ${ageH} h before the report, ${strokes} stroke(s), likelihood ${likelihood}, score ${score}`,
        ),
        xmlElement('TimeStamp', [xmlElement('when', stroke.timestamp)]),
        xmlElement('styleUrl', '#candidate'),
        xmlElement('Point', [xmlElement('coordinates', `${stroke.longitude},${stroke.latitude}`)]),
      ],
      { id: stroke.id },
    ),
  );
  const drawn = (style: keyof typeof STYLES, name: string, shape: Shape) =>
    xmlElement('Placemark', [xmlElement('name', name), xmlElement('styleUrl', `#${style}`), kmlShape(shape)]);
  const circles = rows.slice(0, CIRCLED).map((row) => {
    const error = errorOf(row, view);
    const size = error.assumed ? `${radius50Km} km, 50 %, assumed` : 'error ellipse, 50 %';
    return drawn('error', `Candidate ${row.rank}: ${size}`, errorShape(row, error));
  });
  const said = `Candidates, not causes. The accuracy is assumed: ${radius50Km} km (50 %), ${radius90Km} km (90 %).`;
  const document = xmlElement('Document', [
    xmlElement('description', [said, view.attribution].filter(Boolean).join(' ')),
    ...kmlStyles(),
    drawn('fire', 'Fire', fire),
    ...circles,
    ...candidates,
  ]);
  return XML_DECLARATION + xmlElement('kml', [document], { xmlns: 'http://www.opengis.net/kml/2.2' });
}

/**
 * CSV has one row for each candidate, at its best stroke. GeoJSON and KML have such features too, and with them the fire
 * and the error circles of the best.
 */
export function formatCandidates(format: StrikeFormat, view: LookUpView, fire: Shape): FormattedStrikes {
  switch (format) {
    case 'json':
      return { contentType: 'application/json', body: JSON.stringify(view) };
    case 'geojson':
      return { contentType: 'application/geo+json', body: geojson(view, fire) };
    case 'csv':
      return { contentType: 'text/csv; charset=utf-8; header=present', body: csv(view) };
    case 'kml':
      return { contentType: 'application/vnd.google-earth.kml+xml', body: kml(view, fire) };
  }
}
