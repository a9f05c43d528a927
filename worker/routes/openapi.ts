import type { Hono } from 'hono';
import { openAPIRouteHandler } from 'hono-openapi';
import type { Env } from '../settings/Env.ts';

/** The OpenAPI document, generated from the schemas that validate requests. */
export function openapi(api: Hono<{ Bindings: Env }>) {
  return openAPIRouteHandler(api, {
    documentation: {
      openapi: '3.1.0',
      info: {
        title: 'Balkan lightning',
        version: '1.0.0',
        description:
          'Cloud-to-ground lightning strikes, live and as history. Information, not a warning system: strikes may be missing.',
      },
      servers: [{ url: '/api/v1' }],
    },
  });
}
