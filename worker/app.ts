import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { methodNotAllowed } from 'hono/method-not-allowed';
import { systemClock } from '#shared/Clock.ts';
import { API_ROOT } from '#shared/wire/apiPaths.ts';
import { operationGroup } from './http/operationGroups.ts';
import { RecentResponses } from './http/RecentResponses.ts';
import { apiHeaders, HttpProblem, httpsAddress } from './http/responses.ts';
import { isOwnCall } from './keys/publicAccess.ts';
import { log } from './observability/log.ts';
import { ogc } from './ogc/ogc.ts';
import { assetPages, securityTxt } from './routes/assetPages.ts';
import { attributed } from './routes/attribution.ts';
import { basemap } from './routes/basemap.ts';
import { cells, pastCells } from './routes/cells.ts';
import { clientErrors } from './routes/closed/clientErrors.ts';
import { contact, contactSent } from './routes/closed/contact.ts';
import { counts } from './routes/counts.ts';
import { days } from './routes/days.ts';
import { files } from './routes/files.ts';
import { fires, holdover } from './routes/fires.ts';
import { live } from './routes/live.ts';
import { lookUp } from './routes/lookUp.ts';
import { openapi } from './routes/openapi.ts';
import { picture, placePicture } from './routes/picture.ts';
import { places } from './routes/places.ts';
import { requireKey } from './routes/requireKey.ts';
import { status } from './routes/status.ts';
import { singleStrikes, strikes } from './routes/strikes.ts';
import { tiles } from './routes/tiles.ts';
import { crossCheck, proof } from './routes/verification.ts';
import { walls } from './routes/watch/walls.ts';
import { watch, watchArrivals } from './routes/watch/watch.ts';
import { watchFeeds } from './routes/watch/watchFeeds.ts';
import { areaLog, recipients, watchlistSettings } from './routes/watch/watchlistSettings.ts';
import { watchSkill } from './routes/watch/watchSkill.ts';
import { ConfigError } from './settings/config.ts';
import type { Env } from './settings/Env.ts';

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
          // The headers of an answer from elsewhere cannot be changed; this makes an answer anew, so it is not the usual way.
          c.header(name, value);
        }
      }
    })
    .use((c, next) => {
      if (!operationGroup(c.req.path.slice(API_ROOT.length)).keyed) return next();
      return c.req.method === 'OPTIONS' ? preflight(c, next) : keyedRead(c, next);
    })
    .use(attributed);

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
  .route('/', proof)
  .route('/', crossCheck)
  .route('/', ogc)
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

/** What every request meets: clear text is sent to https (for static pages the zone's rule does that), faults are told. */
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
 * Routes, in the order they are tried. Three come before the API's middleware: the stream, whose answer must stay as it
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
  .route('/', assetPages);

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
