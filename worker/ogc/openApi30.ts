import { MAX_PAGE_ROWS } from '#shared/limits.ts';
import { COLLECTION_IDS, COLLECTIONS, type CollectionId } from './collections.ts';
import { featureShape, JSON_TYPE, OPENAPI_TYPE, SCHEMA_TYPE } from './documents.ts';
import { GEOJSON_TYPE } from './features.ts';
import { CRS84, FEATURE_FORMATS } from './itemsQuery.ts';
import { LAYERS_TYPE } from './layerDefinition.ts';
import type { OgcSite } from './OgcSite.ts';

type Node = Readonly<Record<string, unknown>>;

const formatParameter = (...formats: string[]) => ({
  name: 'f',
  in: 'query',
  description: 'The format, which many clients say. There is one of each answer: it changes nothing.',
  schema: { type: 'string' as const, enum: formats },
});

export const PARAMETERS = {
  f: formatParameter('json'),
  featureFormat: formatParameter(...FEATURE_FORMATS),
  limit: {
    name: 'limit',
    in: 'query',
    description: `Features of a page. More than ${MAX_PAGE_ROWS} count as ${MAX_PAGE_ROWS}; \`next\` asks for ten times as many, and after a hundred for the most. The first page of less than a hundred, without a filter, is what GIS learn columns from: its features have all of them, and if none has a place, one more feature has a value of each type, \`none\`, which \`numberMatched\` does not count.`,
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
      'RFC 3339 with its offset: an instant, or two with `/` between, both inclusive. Either may be `..`, which is open. What is older than what is kept, or in the future, is left out.',
    schema: { type: 'string' },
    example: '2026-07-01T00:00:00Z/..',
    style: 'form',
    explode: false,
  },
  cursor: {
    name: 'cursor',
    in: 'query',
    description: 'From the `next` of the page before.',
    schema: { type: 'string' },
  },
  offset: {
    name: 'offset',
    in: 'query',
    description: '0, which many clients say, and nothing else: pages go on by `next`.',
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
  BadParameter: problem('A parameter is not valid: `errors` names it, and the rule'),
  BadKey: problem('`plan-required`: a key is required; `invalid-key`: unknown, revoked or expired key'),
  NotFound: problem('There is no such thing'),
  Spent: problem('Your network, or your key, has used up its share of this minute', RETRY),
  Busy: problem('Too many ask at this moment, or a part does not answer', RETRY),
};

const refusals = (...names: ('400' | '404')[]): Node => ({
  ...(names.includes('400') ? { 400: refer('responses', 'BadParameter') } : {}),
  401: refer('responses', 'BadKey'),
  ...(names.includes('404') ? { 404: refer('responses', 'NotFound') } : {}),
  429: refer('responses', 'Spent'),
  503: refer('responses', 'Busy'),
});

const answer = (description: string, type: string, schema: Node) => ({
  200: { description, content: { [type]: { schema } } },
});

const OBJECT = { type: 'object' } as const;

function documentPath(operationId: string, summary: string, type = JSON_TYPE): Node {
  const responses = { ...answer(summary, type, OBJECT), ...refusals('400') };
  return { get: { operationId, summary, tags: ['Documents'], parameters: [refer('parameters', 'f')], responses } };
}

const LAYERS = {
  get: {
    operationId: 'layers',
    summary: 'Layers for QGIS, with styles',
    tags: ['Documents'],
    responses: { ...answer('Layers for QGIS', LAYERS_TYPE, { type: 'string' }), ...refusals('400') },
  },
};

/** `get-strikes-24h` and so on: unique, and usable as a name. */
function collectionPaths(id: CollectionId): Readonly<Record<string, Node>> {
  const { title, description } = COLLECTIONS[id];
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
        responses: { ...answer('A page', GEOJSON_TYPE, collection), ...refusals('400') },
      },
    },
    [`${path}/items/{featureId}`]: {
      get: {
        operationId: `get-one-of-${id}`,
        summary: `One feature of ${id}`,
        tags: ['Features'],
        parameters: [refer('parameters', 'featureId'), refer('parameters', 'featureFormat')],
        responses: { ...answer('The feature', GEOJSON_TYPE, schema), ...refusals('400', '404') },
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

/** OpenAPI 3.0 of these addresses alone; the whole API has one in 3.1, which GDAL refuses. */
export function openApi30({ origin, root }: OgcSite): Node {
  return {
    openapi: '3.0.3',
    info: {
      title: 'Balkan Lightning, OGC API – Features',
      version: '1.0.0',
      description:
        'Lightning over the Balkans for GIS. Information, not a warning system. Anyone may call it, within a fair use; the key of a plan is sent as `Authorization: Bearer`, or as the password of Basic with any name.',
      contact: { name: 'Contact', url: `${origin}/contact` },
      license: { name: 'Terms of Service', url: `${origin}/terms` },
    },
    servers: [{ url: root }],
    security: [{}, { planKey: [] }, { planKeyAsPassword: [] }],
    tags: [
      { name: 'Documents', description: 'What there is.' },
      { name: 'Features', description: 'The data.' },
    ],
    paths: {
      '/': documentPath('landing', 'The landing page'),
      '/conformance': documentPath('conformance', 'What it conforms to'),
      '/api': documentPath('api', 'This document', OPENAPI_TYPE),
      '/lightning.qlr': LAYERS,
      '/collections': documentPath('collections', 'The collections'),
      ...Object.assign({}, ...COLLECTION_IDS.map(collectionPaths)),
    },
    components: {
      parameters: PARAMETERS,
      responses: RESPONSES,
      schemas: {
        link: LINK,
        problem: PROBLEM,
        ...Object.fromEntries(COLLECTION_IDS.map((id) => [id, featureShape(id, COLLECTIONS[id].fields)])),
      },
      securitySchemes: {
        planKey: { type: 'http', scheme: 'bearer', bearerFormat: 'blk_…', description: 'The key of a plan.' },
        planKeyAsPassword: { type: 'http', scheme: 'basic', description: 'The key as password, with any name.' },
      },
    },
  };
}
