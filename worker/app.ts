import { Hono } from 'hono';
import { API_ROOT } from '#shared/wire/apiPaths.ts';
import { apiHeaders } from './http/apiHeaders.ts';
import { HttpProblem } from './http/HttpProblem.ts';
import { log } from './observability/log.ts';
import { contact, contactSent } from './routes/contact.ts';
import { live } from './routes/live.ts';
import { mapPage } from './routes/mapPage.ts';
import { openapi } from './routes/openapi.ts';
import { status } from './routes/status.ts';
import { strikes } from './routes/strikes.ts';
import { tiles } from './routes/tiles.ts';
import { ConfigError } from './settings/config.ts';
import type { Env } from './settings/Env.ts';

type Bindings = { Bindings: Env };

/** Every path that answers one method only: any other is told so, rather than that nothing is there. */
const READ_PATHS = [
  '/live',
  '/strikes',
  '/strikes/:id',
  '/strikes/by-ordinal/:ordinal',
  '/tiles/:z/:x/:y/:hour',
  '/status',
];

const api = new Hono<Bindings>()
  .use(async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(apiHeaders())) c.header(name, value);
  })
  .route('/', strikes)
  .route('/', tiles)
  .route('/', status);
api.get('/openapi.json', openapi(new Hono<Bindings>().route('/', live).route('/', contact).route('/', api)));
for (const path of [...READ_PATHS, '/openapi.json']) {
  api.all(path, () => {
    throw new HttpProblem(405, 'method-not-allowed', 'Only GET is allowed here.', { allow: 'GET, HEAD' });
  });
}

/**
 * Routes, in the order they are tried. Two stand before the API's middleware: the stream, whose answer is not to be
 * touched, and the contact call, which is not open to other origins.
 */
export const app = new Hono<Bindings>()
  .route(API_ROOT, live)
  .route(API_ROOT, contact)
  .route(API_ROOT, api)
  .all('/api/*', (c) => c.notFound())
  .route('/', contactSent)
  .route('/', mapPage);

app.notFound(() => new HttpProblem(404, 'not-found', 'There is no such address.').toResponse());

app.onError((error) => {
  if (error instanceof HttpProblem) return error.toResponse();
  const reason = error instanceof ConfigError ? error.message : error.name;
  log('error', 'request.failed', { reason, message: error.message });
  return new HttpProblem(500, 'internal', 'The request could not be answered.').toResponse();
});
