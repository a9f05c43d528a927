import type { CandidateView, LookUpView } from '#shared/lookUp/LookUpView.ts';
import type { StrikeBody } from '#shared/wire/StrikeBody.ts';
import { csvField } from '#worker/http/csvField.ts';
import { XML_DECLARATION, xmlElement } from '#worker/http/xmlText.ts';
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
    [
      ...[rank, score, likelihood, distanceKm, ageH, strokes],
      ...[csvField(stroke.id), stroke.latitude, stroke.longitude, stroke.timestamp, view.accuracy.radius50Km],
    ].join(','),
  );
  return `${[COLUMNS, ...rows].join('\r\n')}\r\n`;
}

function geojson({ candidates, ...others }: LookUpView): string {
  const features = rowsOf({ candidates, ...others }).map(({ stroke, ...properties }, index) => ({
    type: 'Feature',
    id: stroke.id,
    geometry: { type: 'Point', coordinates: [stroke.longitude, stroke.latitude] },
    properties: { ...properties, timestamp: stroke.timestamp, strikes: candidates[index]?.strikes },
  }));
  return JSON.stringify({ type: 'FeatureCollection', features, ...others });
}

function kml(view: LookUpView): string {
  const { radius50Km, radius90Km } = view.accuracy;
  const placemarks = rowsOf(view).map(({ rank, distanceKm, ageH, likelihood, score, strokes, stroke }) =>
    xmlElement(
      'Placemark',
      [
        xmlElement('name', `Candidate ${rank}`),
        xmlElement(
          'description',
          `${distanceKm} km from the fire, ${ageH} h before the report, ${strokes} stroke(s), likelihood ${likelihood}, score ${score}`,
        ),
        xmlElement('TimeStamp', [xmlElement('when', stroke.timestamp)]),
        xmlElement('Point', [xmlElement('coordinates', `${stroke.longitude},${stroke.latitude}`)]),
      ],
      { id: stroke.id },
    ),
  );
  const said = `Candidates, not causes. The accuracy is assumed: ${radius50Km} km (50 %), ${radius90Km} km (90 %).`;
  const document = xmlElement('Document', [xmlElement('description', said), ...placemarks]);
  return XML_DECLARATION + xmlElement('kml', [document], { xmlns: 'http://www.opengis.net/kml/2.2' });
}

/** Formats other than JSON have one row, feature or placemark for each candidate, at its best stroke. */
export function formatCandidates(format: StrikeFormat, view: LookUpView): FormattedStrikes {
  switch (format) {
    case 'json':
      return { contentType: 'application/json', body: JSON.stringify(view) };
    case 'geojson':
      return { contentType: 'application/geo+json', body: geojson(view) };
    case 'csv':
      return { contentType: 'text/csv; charset=utf-8; header=present', body: csv(view) };
    case 'kml':
      return { contentType: 'application/vnd.google-earth.kml+xml', body: kml(view) };
  }
}
