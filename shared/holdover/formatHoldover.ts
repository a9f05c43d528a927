import { csvRow } from '#shared/csv.ts';
import { XML_DECLARATION, xmlElement } from '#shared/http/xmlText.ts';
import type { HoldoverBody, HoldoverCellBody } from './HoldoverBody.ts';
import { cornersOfCell } from './holdoverCells.ts';

export const HOLDOVER_FORMATS = ['json', 'geojson', 'csv', 'kml', 'gpx'] as const;
export type HoldoverFormat = (typeof HOLDOVER_FORMATS)[number];

export interface FormattedHoldover {
  readonly contentType: string;
  readonly body: string;
}

const WARNING = 'Not for the protection of life or property. What is not listed may burn all the same.';

/** What stands at the head of a file, in English, as the API speaks. */
function headOf({ at, days, unseenStarts, atLeast, simulated, attribution }: HoldoverBody): string {
  const { expected, low, high } = unseenStarts;
  return [
    simulated && 'EXERCISE: simulated strikes.',
    `Expected unseen starts from the lightning of ${days} days before ${at}: ${atLeast ? 'at least ' : ''}${expected} (${low} to ${high}).`,
    atLeast && 'Some of that time was not read.',
    WARNING,
    attribution,
  ]
    .filter(Boolean)
    .join(' ');
}

const wordsOf = ({ flashes, newest, expected, low, high, marks = [], closed }: HoldoverCellBody) =>
  [
    `${expected} expected unseen starts (${low} to ${high})`,
    `${flashes} flash(es), the newest ${newest}`,
    ...marks.map((kind) => kind.replace('-', ' ')),
    ...(closed ? ['closed'] : []),
  ].join('; ');

function csv({ cells }: HoldoverBody): string {
  const head = 'rank,id,latitude,longitude,flashes,newest,expected,low,high,marks,closed';
  const rows = cells.map(({ id, latitude, longitude, flashes, newest, expected, low, high, marks = [], closed }, at) =>
    csvRow([
      ...[at + 1, id, latitude, longitude, flashes, newest, expected, low, high],
      ...[marks.join(' '), closed ? 'yes' : ''],
    ]),
  );
  return `${[head, ...rows].join('\r\n')}\r\n`;
}

/** RFC 7946: a Polygon for each cell. */
function geojson({ cells, ...head }: HoldoverBody): string {
  const features = cells.map(({ id, latitude, longitude, ...properties }, at) => ({
    type: 'Feature',
    id,
    geometry: { type: 'Polygon', coordinates: [cornersOfCell(id)] },
    properties: { rank: at + 1, latitude, longitude, ...properties },
  }));
  return JSON.stringify({ type: 'FeatureCollection', features, ...head, note: WARNING });
}

function kml(body: HoldoverBody): string {
  const placemarks = body.cells.map((cell, at) => {
    const ring = cornersOfCell(cell.id).map(([x, y]) => `${x},${y}`);
    return xmlElement(
      'Placemark',
      [
        xmlElement('name', `${at + 1}. ${cell.id}`),
        xmlElement('description', wordsOf(cell)),
        xmlElement('TimeStamp', [xmlElement('when', cell.newest)]),
        xmlElement('Polygon', [
          xmlElement('outerBoundaryIs', [xmlElement('LinearRing', [xmlElement('coordinates', ring.join(' '))])]),
        ]),
      ],
      { id: cell.id },
    );
  });
  const document = xmlElement('Document', [
    xmlElement('name', 'Holdover watch'),
    xmlElement('description', headOf(body)),
    ...placemarks,
  ]);
  return XML_DECLARATION + xmlElement('kml', [document], { xmlns: 'http://www.opengis.net/kml/2.2' });
}

/** GPX 1.1: a waypoint in the middle of each cell. */
function gpx(body: HoldoverBody): string {
  const waypoints = body.cells.map((cell, at) =>
    xmlElement(
      'wpt',
      [xmlElement('time', cell.newest), xmlElement('name', `${at + 1} ${cell.id}`), xmlElement('desc', wordsOf(cell))],
      { lat: String(cell.latitude), lon: String(cell.longitude) },
    ),
  );
  const metadata = xmlElement('metadata', [
    xmlElement('name', 'Holdover watch'),
    xmlElement('desc', headOf(body)),
    xmlElement('time', body.at),
  ]);
  return (
    XML_DECLARATION +
    xmlElement('gpx', [metadata, ...waypoints], {
      version: '1.1',
      creator: 'Balkan Lightning',
      xmlns: 'http://www.topografix.com/GPX/1/1',
    })
  );
}

/** The list as a file. None holds a name or a note of a mark. CSV has no head: the answer's headers say what was not read. */
export function formatHoldover(format: HoldoverFormat, body: HoldoverBody): FormattedHoldover {
  switch (format) {
    case 'json':
      return { contentType: 'application/json', body: JSON.stringify(body) };
    case 'geojson':
      return { contentType: 'application/geo+json', body: geojson(body) };
    case 'csv':
      return { contentType: 'text/csv; charset=utf-8; header=present', body: csv(body) };
    case 'kml':
      return { contentType: 'application/vnd.google-earth.kml+xml', body: kml(body) };
    case 'gpx':
      return { contentType: 'application/gpx+xml', body: gpx(body) };
  }
}
