import { XML_DECLARATION, xmlText } from '#shared/http/xmlText.ts';
import type { Strike } from '#shared/strike.ts';
import { isoMillis } from '#shared/time/isoTime.ts';
import type { StrikeBody } from '#shared/wire/StrikeBody.ts';
import type { ReadExtent } from '#shared/wire/strikePages.ts';
import { csvHead, csvRows } from '#worker/http/strikeCsv.ts';
import { extentBody } from './extentBody.ts';

export const STRIKE_FORMATS = ['json', 'geojson', 'csv', 'kml'] as const;
export type StrikeFormat = (typeof STRIKE_FORMATS)[number];

export interface FormattedStrikes {
  readonly contentType: string;
  readonly body: string;
}

export function strikeJson({ id, latitude, longitude, atMs, detail }: Strike): StrikeBody {
  return { id, latitude, longitude, timestamp: isoMillis(atMs), ...detail };
}

function geojson(strikes: readonly Strike[], members: Readonly<Record<string, unknown>>): string {
  const features = strikes.map((strike) => ({
    type: 'Feature',
    id: strike.id,
    geometry: { type: 'Point', coordinates: [strike.longitude, strike.latitude] },
    properties: { timestamp: isoMillis(strike.atMs), ...strike.detail },
  }));
  return JSON.stringify({ type: 'FeatureCollection', features, ...members });
}

function csv(strikes: readonly Strike[]): string {
  const detailed = strikes.some(({ detail }) => detail);
  return csvHead(detailed) + csvRows(strikes, detailed);
}

function kml(strikes: readonly Strike[], attribution: string): string {
  const credit = attribution && `<description>${xmlText(attribution)}</description>`;
  const placemarks = strikes.map(
    (s) =>
      `<Placemark id="${xmlText(s.id)}"><TimeStamp><when>${isoMillis(s.atMs)}</when></TimeStamp>` +
      `<Point><coordinates>${s.longitude},${s.latitude}</coordinates></Point></Placemark>`,
  );
  return `${XML_DECLARATION}<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${credit}${placemarks.join('\n')}</Document></kml>\n`;
}

/**
 * `next` is the URL of the next page, if there is one; `extent` is what was read of the question; `attribution` is told
 * in every format that has a place for it, unless it is empty.
 */
export function formatStrikes(
  format: StrikeFormat,
  strikes: readonly Strike[],
  next: string | undefined,
  extent: ReadExtent,
  attribution = '',
): FormattedStrikes {
  const members = { ...extentBody(extent), ...(attribution ? { attribution } : {}), ...(next ? { next } : {}) };
  switch (format) {
    case 'json':
      return {
        contentType: 'application/json',
        body: JSON.stringify({ strikes: strikes.map(strikeJson), ...members }),
      };
    case 'geojson':
      return { contentType: 'application/geo+json', body: geojson(strikes, members) };
    case 'csv':
      return { contentType: 'text/csv; charset=utf-8; header=present', body: csv(strikes) };
    case 'kml':
      return { contentType: 'application/vnd.google-earth.kml+xml', body: kml(strikes, attribution) };
  }
}
