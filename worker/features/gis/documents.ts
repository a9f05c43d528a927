import { MAX_PAGE_ROWS } from '#shared/limits.ts';
import { isoMillis } from '#shared/time.ts';
import type { Collection } from '#worker/archive/HistoryCollection.ts';
import { attributionOf, LAYERS_TYPE, type OgcSite } from './collections.ts';
import { CRS84, FEATURE_FORMATS, GEOJSON_TYPE, type Link } from './items.ts';

type Document = Readonly<Record<string, unknown>>;

export const JSON_TYPE = 'application/json';
/** GDAL does not accept 3.1. */
export const OPENAPI_TYPE = 'application/vnd.oai.openapi+json;version=3.0';
export const SCHEMA_TYPE = 'application/schema+json';

const CLASSES = ['core', 'oas30', 'geojson'];

const licenseLink = (origin: string): Link => ({
  href: `${origin}/terms`,
  rel: 'license',
  type: 'text/html',
  title: 'Terms of use',
});

export function landingPage({ origin, root, attribution }: OgcSite): Document {
  const links: Link[] = [
    { href: root, rel: 'self', type: JSON_TYPE, title: 'This document' },
    { href: `${root}/api`, rel: 'service-desc', type: OPENAPI_TYPE, title: 'The API as OpenAPI 3.0' },
    { href: `${origin}/api`, rel: 'service-doc', type: 'text/html', title: 'API documentation' },
    { href: `${root}/conformance`, rel: 'conformance', type: JSON_TYPE, title: 'Conformance classes' },
    { href: `${root}/collections`, rel: 'data', type: JSON_TYPE, title: 'The collections' },
    { href: `${root}/lightning.qlr`, rel: 'related', type: LAYERS_TYPE, title: 'Layers for QGIS, with styles' },
    licenseLink(origin),
  ];
  return {
    title: 'Balkan Lightning',
    description:
      'Lightning over the Balkans, as OGC API – Features. Information only, not a warning system: strikes may be missing, late or misplaced.',
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
  return { links, collections: site.collections.map((one) => collectionDocument(site, one)) };
}

export function collectionDocument(site: OgcSite, collection: Collection): Document {
  const { id, title, description, reach, credit } = collection;
  const address = `${site.root}/collections/${id}`;
  const { west, south, east, north } = site.home;
  const links: Link[] = [
    { href: address, rel: 'self', type: JSON_TYPE, title: 'This document' },
    { href: `${address}/items`, rel: 'items', type: GEOJSON_TYPE, title },
    // The registered name, and the one that GDAL uses.
    ...['describedby', 'describedBy'].map((rel) => ({
      href: `${address}/schema`,
      rel,
      type: SCHEMA_TYPE,
      title: 'Feature schema',
    })),
    licenseLink(site.origin),
    ...(credit && !site.simulated ? [{ ...credit.disclaimer, rel: 'about', type: 'text/html' }] : []),
  ];
  return {
    id,
    title,
    description,
    attribution: attributionOf(site, collection),
    itemType: 'feature',
    extent: {
      spatial: { bbox: [[west, south, east, north]], crs: CRS84 },
      ...(reach === 'now' ? {} : { temporal: temporalExtent(reach === 'day' ? site.dayFromMs : site.retainedFromMs) }),
    },
    crs: [CRS84],
    links,
  };
}

function temporalExtent(fromMs: number): Document {
  return { interval: [[isoMillis(fromMs), null]], trs: 'http://www.opengis.net/def/uom/ISO-8601/0/Gregorian' };
}

/** JSON schema of a feature; clients derive their columns from it. */
export function featureSchema(root: string, collection: Collection): Document {
  const { id, title, description } = collection;
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `${root}/collections/${id}/schema`,
    title,
    description,
    ...featureShape(collection),
  };
}

/** Valid in both JSON schema and OpenAPI 3.0. `nullable` is OpenAPI's, because GDAL accepts a single type only. */
function featureShape({ geometry, fields }: Collection): Document {
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
          type: { type: 'string', enum: [geometry, `Multi${geometry}`] },
          coordinates: { type: 'array', items: {} },
        },
      },
      properties: { type: 'object', properties: Object.fromEntries(columns) },
    },
  };
}

type Node = Readonly<Record<string, unknown>>;

const formatParameter = (...formats: string[]) => ({
  name: 'f',
  in: 'query',
  description: 'Response format. Each endpoint has one, so this changes nothing.',
  schema: { type: 'string' as const, enum: formats },
});

export const PARAMETERS = {
  f: formatParameter('json'),
  featureFormat: formatParameter(...FEATURE_FORMATS),
  limit: {
    name: 'limit',
    in: 'query',
    description: `Features per page, at most ${MAX_PAGE_ROWS}; a larger number counts as that. \`next\` grows the page tenfold, then to the maximum. The first page of less than a hundred, without a filter, is what GIS learn columns from: its features have all of them, and if none has a place, one more feature has a value of each type, \`none\`, which \`numberMatched\` does not count.`,
    schema: { type: 'integer', minimum: 1, maximum: MAX_PAGE_ROWS, default: MAX_PAGE_ROWS },
    style: 'form',
    explode: false,
  },
  bbox: {
    name: 'bbox',
    in: 'query',
    description: 'west,south,east,north in degrees, or six numbers with heights, which are ignored.',
    schema: { type: 'array', items: { type: 'number' }, minItems: 4, maxItems: 6 },
    style: 'form',
    explode: false,
  },
  bboxCrs: {
    name: 'bbox-crs',
    in: 'query',
    schema: { type: 'string', format: 'uri', enum: [CRS84], default: CRS84 },
  },
  datetime: {
    name: 'datetime',
    in: 'query',
    description:
      'RFC 3339 instant with offset, or interval start/end (inclusive; `..` is open). Time outside the available range is ignored.',
    schema: { type: 'string' },
    example: '2026-07-01T00:00:00Z/..',
    style: 'form',
    explode: false,
  },
  cursor: {
    name: 'cursor',
    in: 'query',
    description: 'From `next` of the previous page.',
    schema: { type: 'string' },
  },
  offset: {
    name: 'offset',
    in: 'query',
    description: 'Only 0 is allowed; use `next` for further pages.',
    schema: { type: 'integer', enum: [0] },
  },
  featureId: { name: 'featureId', in: 'path', required: true, schema: { type: 'string' } },
} as const;

const refer = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });

const RETRY = { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 0 } } };

const problem = (description: string, headers?: Node) => ({
  description,
  ...(headers ? { headers } : {}),
  content: { 'application/problem+json': { schema: refer('schemas', 'problem') } },
});

const RESPONSES = {
  BadParameter: problem('Invalid parameter: see `errors`'),
  BadKey: problem('`plan-required`: a key is required; `invalid-key`: unknown, revoked or expired key'),
  NotFound: problem('Not found'),
  Spent: problem('Rate limited', RETRY),
  Busy: problem('Service busy or unavailable', RETRY),
};

const refusals = (...names: ('400' | '404')[]): Node => ({
  ...(names.includes('400') ? { 400: refer('responses', 'BadParameter') } : {}),
  401: refer('responses', 'BadKey'),
  ...(names.includes('404') ? { 404: refer('responses', 'NotFound') } : {}),
  429: refer('responses', 'Spent'),
  503: refer('responses', 'Busy'),
});

const result = (description: string, type: string, schema: Node) => ({
  200: { description, content: { [type]: { schema } } },
});

const OBJECT = { type: 'object' } as const;

function documentPath(operationId: string, summary: string, type = JSON_TYPE): Node {
  const responses = { ...result(summary, type, OBJECT), ...refusals('400') };
  return { get: { operationId, summary, tags: ['Documents'], parameters: [refer('parameters', 'f')], responses } };
}

const LAYERS = {
  get: {
    operationId: 'layers',
    summary: 'Layers for QGIS, with styles',
    tags: ['Documents'],
    responses: { ...result('Layers for QGIS', LAYERS_TYPE, { type: 'string' }), ...refusals('400') },
  },
};

/** Operation ids such as `get-strikes-24h`: unique, and usable as a name. */
function collectionPaths({ id, title, description }: Collection): Readonly<Record<string, Node>> {
  const schema = refer('schemas', id);
  const collection = {
    type: 'object',
    required: ['type', 'features'],
    properties: {
      type: { type: 'string', enum: ['FeatureCollection'] },
      timeStamp: { type: 'string', format: 'date-time' },
      numberMatched: { type: 'integer', minimum: 0 },
      numberReturned: { type: 'integer', minimum: 0 },
      links: { type: 'array', items: refer('schemas', 'link') },
      features: { type: 'array', items: schema },
    },
  };
  const names = ['featureFormat', 'limit', 'bbox', 'bboxCrs', 'datetime', 'cursor', 'offset'] as const;
  const path = `/collections/${id}`;
  return {
    [path]: documentPath(`describe-${id}`, `What ${id} is`),
    [`${path}/schema`]: documentPath(`schema-${id}`, `JSON schema of the features of ${id}`, SCHEMA_TYPE),
    [`${path}/items`]: {
      get: {
        operationId: `get-${id}`,
        summary: title,
        description,
        tags: ['Features'],
        parameters: names.map((name) => refer('parameters', name)),
        responses: { ...result('A page', GEOJSON_TYPE, collection), ...refusals('400') },
      },
    },
    [`${path}/items/{featureId}`]: {
      get: {
        operationId: `get-one-of-${id}`,
        summary: `One feature of ${id}`,
        tags: ['Features'],
        parameters: [refer('parameters', 'featureId'), refer('parameters', 'featureFormat')],
        responses: { ...result('The feature', GEOJSON_TYPE, schema), ...refusals('400', '404') },
      },
    },
  };
}

const LINK = {
  type: 'object',
  required: ['href', 'rel'],
  properties: Object.fromEntries(['href', 'rel', 'type', 'title'].map((name) => [name, { type: 'string' }])),
};

const PROBLEM = {
  type: 'object',
  required: ['type', 'title', 'status', 'code', 'detail'],
  properties: {
    ...Object.fromEntries(['type', 'title', 'code', 'detail'].map((name) => [name, { type: 'string' }])),
    status: { type: 'integer' },
    errors: { type: 'object', additionalProperties: { type: 'string' } },
  },
};

/** OpenAPI 3.0 of these endpoints only; the whole API has one in 3.1, which GDAL refuses. */
export function openApi30({ origin, root, collections }: OgcSite): Node {
  return {
    openapi: '3.0.3',
    info: {
      title: 'Balkan Lightning, OGC API – Features',
      version: '1.0.0',
      description:
        'Lightning over the Balkans for GIS. Information only, not a warning system. Anyone may call it, within a fair use; the key of a plan is sent as `Authorization: Bearer`, or as the password of Basic with any name.',
      contact: { name: 'Contact', url: `${origin}/contact` },
      license: { name: 'Terms of Service', url: `${origin}/terms` },
    },
    servers: [{ url: root }],
    security: [{}, { planKey: [] }, { planKeyAsPassword: [] }],
    tags: [
      { name: 'Documents', description: 'Documents of the service.' },
      { name: 'Features', description: 'Features of the collections.' },
    ],
    paths: {
      '/': documentPath('landing', 'The landing page'),
      '/conformance': documentPath('conformance', 'Conformance classes'),
      '/api': documentPath('api', 'This document', OPENAPI_TYPE),
      '/lightning.qlr': LAYERS,
      '/collections': documentPath('collections', 'The collections'),
      ...Object.assign({}, ...collections.map(collectionPaths)),
    },
    components: {
      parameters: PARAMETERS,
      responses: RESPONSES,
      schemas: {
        link: LINK,
        problem: PROBLEM,
        ...Object.fromEntries(collections.map((one) => [one.id, featureShape(one)])),
      },
      securitySchemes: {
        planKey: { type: 'http', scheme: 'bearer', bearerFormat: 'blk_…', description: 'API key of a plan.' },
        planKeyAsPassword: { type: 'http', scheme: 'basic', description: 'API key as password, any user name.' },
      },
    },
  };
}
