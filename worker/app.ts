import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { methodNotAllowed } from 'hono/method-not-allowed';
import { systemClock } from '#shared/Clock.ts';
import { API_ROOT } from '#shared/wire/apiPaths.ts';
import { counts } from './archive/countRoutes.ts';
import { days } from './archive/dayRoutes.ts';
import { singleStrikes, strikes } from './archive/strikeRoutes.ts';
import { tiles } from './archive/tileRoutes.ts';
import { assetPages, securityTxt } from './assetPages.ts';
import { basemap } from './features/basemap/basemapRoutes.ts';
import { contact, contactSent } from './features/contact/contactRoutes.ts';
import { ContactOutbox } from './features/contact/outbox.ts';
import { fireCollections } from './features/fires/fireCollections.ts';
import { fires, holdover } from './features/fires/fireRoutes.ts';
import { lookUp } from './features/fires/lookUpRoutes.ts';
import { files } from './features/gis/dayFileRoutes.ts';
import { ogc } from './features/gis/ogc.ts';
import { picture, placePicture } from './features/places/pictureRoutes.ts';
import { strikeTitle } from './features/places/placeHtml.ts';
import { places } from './features/places/placeRoutes.ts';
import { readCrossCheckReport } from './features/verification/crossCheckCalls.ts';
import { crossCheck, verification } from './features/verification/verificationRoutes.ts';
import { walls } from './features/walls/wallRoutes.ts';
import { attributed } from './http/attribution.ts';
import { clientErrors } from './http/clientErrorRoutes.ts';
import { ConfigError } from './http/config.ts';
import type { Env } from './http/Env.ts';
import { isOwnCall } from './http/keys/publicAccess.ts';
import { requireKey } from './http/keys/requireKey.ts';
import { operationGroup } from './http/operationGroups.ts';
import { log } from './http/outbound/log.ts';
import { RecentResponses } from './http/RecentResponses.ts';
import { apiHeaders, HttpProblem, httpsAddress } from './http/responses.ts';
import { cells, pastCells } from './nowcast/cellRoutes.ts';
import { openapi } from './openapi.ts';
import { live } from './relay/liveRoutes.ts';
import { statusRoutes } from './statusRoutes.ts';
import { watch, watchArrivals } from './watch/routes/watch.ts';
import { watchFeeds } from './watch/routes/watchFeeds.ts';
import { areaLog, recipients, watchlistSettings } from './watch/routes/watchlistSettings.ts';
import { watchSkill } from './watch/routes/watchSkill.ts';

type Bindings = { Bindings: Env };

const keyedRead = requireKey('read');
/** Answers a browser's preflight before it sends a key, or a body, to another origin. */
const preflight = cors({
  allowMethods: ['GET', 'POST'],
  allowHeaders: ['Authorization', 'Content-Type', 'Last-Event-ID', 'Range'],
  maxAge: 86_400,
});

/** The rules that all calls of the API but two share. */
const underRules = () =>
  new Hono<Bindings>()
    .use(async (c, next) => {
      await next();
      for (const [name, value] of Object.entries(apiHeaders())) {
        // A route may be stricter.
        if (c.res.headers.has(name)) continue;
        try {
          c.res.headers.set(name, value);
        } catch {
          // The headers of an answer from elsewhere cannot be changed; this copies the response, so it is done only where needed.
          c.header(name, value);
        }
      }
    })
    .use((c, next) => {
      if (!operationGroup(c.req.path.slice(API_ROOT.length)).keyed) return next();
      return c.req.method === 'OPTIONS' ? preflight(c, next) : keyedRead(c, next);
    })
    .use(attributed);

const status = statusRoutes({
  countMessages: (env, nowMs) => new ContactOutbox(env.OUTBOX_DB).counts(nowMs),
  readCrossCheckReport,
});

const api = underRules()
  .route('/', strikes)
  .route('/', singleStrikes)
  .route('/', counts)
  .route('/', days)
  .route('/', files)
  .route('/', cells)
  .route('/', pastCells)
  .route('/', picture)
  .route('/', placePicture)
  .route('/', lookUp)
  .route('/', fires)
  .route('/', holdover)
  .route('/', tiles)
  .route('/', basemap)
  .route('/', status)
  .route('/', verification)
  .route('/', crossCheck)
  .route('/', ogc(fireCollections))
  .route('/', watchArrivals)
  .route('/', watchSkill)
  .route('/', watch)
  .route('/', areaLog)
  .route('/', watchlistSettings)
  .route('/', recipients)
  .route('/', watchFeeds)
  .route('/', walls);
api.get('/openapi.json', openapi(new Hono<Bindings>().route('/', live).route('/', contact).route('/', api)));

/** Turns a 404 into a 405 if the path exists for other methods. The contact call does that itself. */
const wrongMethod = methodNotAllowed({
  app: new Hono<Bindings>().route(API_ROOT, live).route(API_ROOT, api),
  onMethodNotAllowed: (_, methods) => {
    const allow = { allow: methods.join(', ') };
    const detail = `Allowed methods: ${methods.join(', ')}.`;
    return new HttpProblem(405, 'method-not-allowed', detail, allow).toResponse();
  },
});

/** What every request meets: clear text is sent to https (for static pages the zone's rule does that), errors become problem responses. */
function framed(): Hono<Bindings> {
  const app = new Hono<Bindings>()
    .use(async (c, next) => {
      const location = httpsAddress(c.req.url, c.env.PUBLIC_ORIGIN);
      if (location === undefined) return next();
      return new Response(null, { status: 308, headers: { ...apiHeaders(), location } });
    })
    .use('/api/*', wrongMethod);
  app.notFound(() => new HttpProblem(404, 'not-found', 'Path not found.').toResponse());
  app.onError((error) => {
    if (error instanceof HttpProblem) return error.toResponse();
    const reason = error instanceof ConfigError ? error.message : error.name;
    log('error', 'request.failed', { reason, message: error.message });
    return new HttpProblem(500, 'internal', 'The request failed.').toResponse();
  });
  return app;
}

/**
 * Routes, in the order they are tried. Three come before the API's middleware: the stream, whose response must stay as it
 * is, and two calls that are closed to other origins.
 */
export const app = framed()
  .route(API_ROOT, live)
  .route(API_ROOT, contact)
  .route(API_ROOT, clientErrors)
  .route(API_ROOT, api)
  .all('/api/*', (c) => c.notFound())
  .route('/', contactSent)
  .route('/', securityTxt)
  .route('/', places)
  .route('/', assetPages(strikeTitle));

/** The same for what everybody who opens the map asks for. Among few routes, one is found in a hundredth of the time. */
const frequentQuestions = framed()
  .route(API_ROOT, live)
  .route(API_ROOT, underRules().route('/', tiles).route('/', cells).route('/', status));
const FREQUENT_QUESTIONS = new RegExp(`^${API_ROOT}/(live|tiles/.+|cells|status)$`);
const STREAM = `${API_ROOT}/live`;

const recent = new RecentResponses(systemClock);

/** Answers a request by the routes above. */
export function result(request: Request, env: Env, context: ExecutionContext): Response | Promise<Response> {
  const { pathname, search } = new URL(request.url);
  if (!FREQUENT_QUESTIONS.test(pathname)) return app.fetch(request, env, context);
  const routed = () => frequentQuestions.fetch(request, env, context);
  const isPlain = request.method === 'GET' && search === '' && !request.headers.has('authorization');
  // Trials are counted, so no answer of the site's own calls may stand for one.
  const isForAll = isPlain && (env.API_ACCESS === 'open' || isOwnCall(request.headers, request.url));
  return isForAll && pathname !== STREAM ? recent.result(request, routed) : routed();
}
