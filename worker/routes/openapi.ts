import type { Hono } from 'hono';
import { openAPIRouteHandler } from 'hono-openapi';
import type { Env } from '../settings/Env.ts';

/** The API's document, generated from the schemas that validate its requests. */
export function openapi(api: Hono<{ Bindings: Env }>) {
  return openAPIRouteHandler(api, {
    documentation: {
      openapi: '3.1.0',
      info: {
        title: 'Balkan lightning',
        version: '1.0.0',
        description:
          'Cloud-to-ground lightning strikes, live and as history. Information, not a warning system: no strike shown does not mean that none fell.',
      },
      servers: [{ url: '/api/v1' }],
    },
  });
}
