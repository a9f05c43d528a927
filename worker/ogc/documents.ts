import { FIRMS_DISCLAIMER } from '#shared/fires/FiresBody.ts';
import { isoMillis } from '#shared/time/isoTime.ts';
import { COLLECTION_IDS, COLLECTIONS, type CollectionId, type OgcCollection } from './collections.ts';
import { GEOJSON_TYPE, type Link } from './features.ts';
import { CRS84 } from './itemsQuery.ts';
import { LAYERS_TYPE } from './layerDefinition.ts';
import { attributionOf, type OgcSite } from './OgcSite.ts';

type Document = Readonly<Record<string, unknown>>;

export const JSON_TYPE = 'application/json';
/** GDAL takes no 3.1. */
export const OPENAPI_TYPE = 'application/vnd.oai.openapi+json;version=3.0';
export const SCHEMA_TYPE = 'application/schema+json';

const CLASSES = ['core', 'oas30', 'geojson'];

const licenseLink = (origin: string): Link => ({
  href: `${origin}/terms`,
  rel: 'license',
  type: 'text/html',
  title: 'Terms of use',
});

const disclaimerLink: Link = {
  href: FIRMS_DISCLAIMER,
  rel: 'about',
  type: 'text/html',
  title: 'Disclaimer of NASA FIRMS',
};

export function landingPage({ origin, root, attribution }: OgcSite): Document {
  const links: Link[] = [
    { href: root, rel: 'self', type: JSON_TYPE, title: 'This document' },
    { href: `${root}/api`, rel: 'service-desc', type: OPENAPI_TYPE, title: 'The API as OpenAPI 3.0' },
    { href: `${origin}/api`, rel: 'service-doc', type: 'text/html', title: 'The API in words' },
    { href: `${root}/conformance`, rel: 'conformance', type: JSON_TYPE, title: 'What it conforms to' },
    { href: `${root}/collections`, rel: 'data', type: JSON_TYPE, title: 'The collections' },
    { href: `${root}/lightning.qlr`, rel: 'related', type: LAYERS_TYPE, title: 'Layers for QGIS, with styles' },
    licenseLink(origin),
  ];
  return {
    title: 'Balkan Lightning',
    description:
      'Lightning over the Balkans, as OGC API – Features. Information, not a warning system: strikes may be missing, late or displaced.',
    attribution,
    links,
  };
}

export function conformanceDeclaration(): Document {
  return { conformsTo: CLASSES.map((name) => `http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/${name}`) };
}

export function collectionsDocument(site: OgcSite): Document {
  const links: Link[] = [
    { href: `${site.root}/collections`, rel: 'self', type: JSON_TYPE, title: 'This document' },
    licenseLink(site.origin),
  ];
  return { links, collections: COLLECTION_IDS.map((id) => collectionDocument(site, id)) };
}

export function collectionDocument(site: OgcSite, id: CollectionId): Document {
  const { title, description, reach } = COLLECTIONS[id];
  const address = `${site.root}/collections/${id}`;
  const { west, south, east, north } = site.home;
  const links: Link[] = [
    { href: address, rel: 'self', type: JSON_TYPE, title: 'This document' },
    { href: `${address}/items`, rel: 'items', type: GEOJSON_TYPE, title },
    // The registered name, and the one that GDAL looks for.
    ...['describedby', 'describedBy'].map((rel) => ({
      href: `${address}/schema`,
      rel,
      type: SCHEMA_TYPE,
      title: 'The schema of its features',
    })),
    licenseLink(site.origin),
    ...((id === 'fires' || id === 'hotspots') && !site.simulated ? [disclaimerLink] : []),
  ];
  return {
    id,
    title,
    description,
    attribution: attributionOf(site, id),
    itemType: 'feature',
    extent: {
      spatial: { bbox: [[west, south, east, north]], crs: CRS84 },
      ...(reach === 'now' ? {} : { temporal: temporalExtent(reach === 'day' ? site.dayFromMs : site.keptFromMs) }),
    },
    crs: [CRS84],
    links,
  };
}

function temporalExtent(fromMs: number): Document {
  return { interval: [[isoMillis(fromMs), null]], trs: 'http://www.opengis.net/def/uom/ISO-8601/0/Gregorian' };
}

/** JSON schema of a feature; clients make their columns from it. */
export function featureSchema(root: string, id: CollectionId): Document {
  const { title, description, fields }: OgcCollection = COLLECTIONS[id];
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `${root}/collections/${id}/schema`,
    title,
    description,
    ...featureShape(id, fields),
  };
}

/** As in JSON schema and in OpenAPI 3.0, which differ elsewhere; `nullable` is OpenAPI's, since GDAL understands one type alone. */
export function featureShape(id: CollectionId, fields: OgcCollection['fields']): Document {
  const columns = Object.entries(fields).map(([name, field]) => [name, { ...field, nullable: true }]);
  return {
    type: 'object',
    required: ['type', 'id', 'geometry', 'properties'],
    properties: {
      type: { type: 'string', enum: ['Feature'] },
      id: { type: 'string' },
      geometry: {
        type: 'object',
        nullable: true,
        required: ['type', 'coordinates'],
        properties: {
          type: { type: 'string', enum: [COLLECTIONS[id].geometry, `Multi${COLLECTIONS[id].geometry}`] },
          coordinates: { type: 'array', items: {} },
        },
      },
      properties: { type: 'object', properties: Object.fromEntries(columns) },
    },
  };
}
