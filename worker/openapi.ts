import type { Handler, Hono } from 'hono';
import { generateSpecs } from 'hono-openapi';
import { type ApiAccess, KEY_PLANS, planTitle, TRIAL } from '#shared/plans.ts';
import { API_ROOT } from '#shared/wire/apiPaths.ts';
import type { SourceKind } from '#shared/wire/FeedEvent.ts';
import { parseConfig } from '#worker/http/config.ts';
import type { Env } from '#worker/http/Env.ts';
import { OPERATION_GROUPS, operationGroup } from '#worker/http/operationGroups.ts';
import { problemResponse } from '#worker/http/responses.ts';
import { describeWebhooks } from './watch/routes/webhooks.ts';

const ACCESS: Readonly<Record<ApiAccess, string>> = {
  plans: `API access is part of the plans ${KEY_PLANS.map(planTitle).join(' and ')}. Without a key each network may try it:
${TRIAL.unitsAMinute} units per minute, one live stream, data of the last hour. Other requests return 401 with
the code \`plan-required\`, such as those for older data, daily files, OGC API collections and further streams.
Status, forecast verification, pictures and documents are always open.`,
  open: 'This deployment is a demonstration: no key is required, within a fair use for each network.',
};

const descriptionOf = (
  what: string,
  access: ApiAccess,
) => `${what} over the Balkans, live and historical. For information only, not a
warning system: strikes may be missing, late or misplaced.

${ACCESS[access]} Send a key as \`Authorization: Bearer blk_…\`, on the stream also as \`?key=\`. Every error is \`application/problem+json\` with a
\`code\` from a closed list.`;

const WHAT: Readonly<Record<SourceKind, string>> = {
  'cg-stroke': 'Cloud-to-ground lightning strikes',
  'total-flash': 'Lightning flashes, cloud-to-ground and intracloud,',
  'optical-flash': 'Lightning flashes detected optically from a satellite, cloud-to-ground and intracloud,',
};

async function documentOf(api: Hono<{ Bindings: Env }>, origin: string, kind: SourceKind, access: ApiAccess) {
  const { webhooks, components } = describeWebhooks();
  const generated = await generateSpecs(api, {
    documentation: {
      openapi: '3.1.0',
      info: {
        title: 'Balkan Lightning',
        version: '1.0.0',
        description: descriptionOf(WHAT[kind], access),
        contact: { name: 'Contact', url: `${origin}/contact` },
        license: { name: 'Terms of Service', url: `${origin}/terms` },
      },
      servers: [{ url: `${origin}${API_ROOT}` }],
      tags: OPERATION_GROUPS.map(({ name, description }) => ({ name, description })),
      components: {
        ...components,
        securitySchemes: { ...securitySchemes, ...components.securitySchemes },
        headers: describedHeaders,
        responses: { ...keyedResponses, ...components.responses },
      },
      webhooks,
    },
  });
  return finishDocument(generated);
}

export function openapi(api: Hono<{ Bindings: Env }>): Handler<{ Bindings: Env }> {
  const documents = new Map<string, ReturnType<typeof documentOf>>();
  return async (c) => {
    const { publicOrigin, sources, apiAccess } = parseConfig(c.env);
    const origin = publicOrigin || new URL(c.req.url).origin;
    const document = documents.get(origin) ?? documentOf(api, origin, sources[0].traits.kind, apiAccess);
    // A deployment has one origin; a caller that invents hosts must not fill the memory.
    if (documents.size < 4) documents.set(origin, document);
    return c.json(await document, 200, { 'cache-control': 'public, max-age=300' });
  };
}

const SHARED_RESPONSES = ['401', '403', '429'];

/** Adds what routes do not describe themselves: group, accepted keys and the responses to an invalid key. */
function finishDocument<Document extends { readonly paths?: unknown }>(generated: Document): Document {
  const document = inDraft2020(generated) as Document;
  const paths = Object.entries((document.paths ?? {}) as Paths).map(([path, operations]) => [
    path,
    Object.fromEntries(Object.entries(operations).map(([method, operation]) => [method, finish(path, operation)])),
  ]);
  return { ...document, paths: Object.fromEntries(paths) };
}

function finish(path: string, operation: Operation): Operation {
  const { name, keyed, ofStrikes } = operationGroup(path);
  const results = ofStrikes ? withAttribution(operation.responses) : operation.responses;
  const responses = keyed ? withSharedResponses(results) : results;
  return { ...operation, tags: [name], security: securityOf(path, operation, keyed), responses };
}

function withSharedResponses(own: Operation['responses']): Operation['responses'] {
  const shared = SHARED_RESPONSES.filter((status) => !(status in own)).map((status) => [
    status,
    sharedResponse(status),
  ]);
  return Object.fromEntries([...Object.entries(own).map(withHeaders), ...shared]);
}

const sharedResponse = (status: string) => ({ $ref: `#/components/responses/${status}` });

function withAttribution({ 200: good, ...others }: Operation['responses']): Operation['responses'] {
  if (!good) return others;
  return {
    200: { ...good, headers: { Attribution: refer('Attribution'), ...(good.headers as object | undefined) } },
    ...others,
  };
}

function withHeaders([status, response]: [string, Node]): [string, Node] {
  const headers = keyedHeaders(status);
  return [
    status,
    headers ? { ...response, headers: { ...headers, ...(response.headers as object | undefined) } } : response,
  ];
}

/**
 * Converts JSON schemas to the draft of OpenAPI 3.1. The generator still writes tuples as in draft 7: `items` as a
 * list, and `additionalItems` for the rest.
 */
export function inDraft2020(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(inDraft2020);
  if (typeof node !== 'object' || node === null) return node;
  const { items, additionalItems, ...others } = Object.fromEntries(
    Object.entries(node).map(([name, value]) => [name, inDraft2020(value)]),
  );
  if (!Array.isArray(items)) return items === undefined ? others : { ...others, items };
  return { ...others, prefixItems: items, ...(additionalItems === undefined ? {} : { items: additionalItems }) };
}

/** Those for the bearer of a key follow the IETF's draft on rate limits. */
const describedHeaders = {
  Attribution: {
    description:
      'Data attribution required by the source’s licence: show it with the strikes and anything derived from them. Characters outside ASCII, and `%`, are percent-encoded UTF-8. Absent if none is required.',
    schema: { type: 'string' },
    example: 'Contains modified EUMETSAT Meteosat data 2026',
  },
  RateLimit: {
    description: 'With a key: units left (`r`) and seconds until more are available (`t`).',
    schema: { type: 'string' },
    example: '"units";r=1188;t=34',
  },
  'RateLimit-Policy': {
    description: 'With a key: the plan’s units (`q`) per window in seconds (`w`).',
    schema: { type: 'string' },
    example: '"units";q=1200;w=60',
  },
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 0 } },
} as const;

const keyedResponses = {
  401: problemResponse(
    '`plan-required`: this request needs an API key of a plan with API access; `invalid-key`: unknown, revoked or expired key',
  ),
  403: problemResponse('`missing-scope`: `read` covers every request except the stream, `live` the stream'),
  429: problemResponse('`rate-limited`: quota used or too many open streams; retry after the Retry-After delay'),
};

const refer = (name: string) => ({ $ref: `#/components/headers/${name}` });
const units = { RateLimit: refer('RateLimit'), 'RateLimit-Policy': refer('RateLimit-Policy') };

function keyedHeaders(status: string): object | undefined {
  if (status === '200') return units;
  if (status === '429') return { ...units, 'Retry-After': refer('Retry-After') };
  return status === '503' ? { 'Retry-After': refer('Retry-After') } : undefined;
}

const securitySchemes = {
  planKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'blk_…',
    description: 'API key of a plan with API access.',
  },
  planKeyInAddress: {
    type: 'apiKey',
    in: 'query',
    name: 'key',
    description: 'API key for /live only, because browsers’ EventSource cannot send headers.',
  },
  watchlistKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'Key of the watchlist or wall in the path.',
  },
} as const;

/** The keys that a call accepts; an empty object means none. */
function securityOf(path: string, { responses }: Operation, keyed: boolean): readonly object[] {
  if (path === '/live') return [{}, { planKey: [] }, { planKeyInAddress: [] }];
  if (keyed) return [{}, { planKey: [] }];
  return '401' in responses ? [{ watchlistKey: [] }] : [{}];
}

type Node = Readonly<Record<string, unknown>>;

interface Operation extends Node {
  readonly operationId?: string;
  readonly responses: Readonly<Record<string, Node>>;
}

type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;
