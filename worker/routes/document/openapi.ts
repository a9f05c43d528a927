import type { Handler, Hono } from 'hono';
import { generateSpecs } from 'hono-openapi';
import { API_ROOT } from '#shared/wire/apiPaths.ts';
import { parseConfig } from '#worker/settings/config.ts';
import type { Env } from '#worker/settings/Env.ts';
import { finishDocument } from './finishDocument.ts';
import { describedHeaders, keyedAnswers } from './keyedAnswers.ts';
import { GROUPS } from './operationGroup.ts';
import { securitySchemes } from './securitySchemes.ts';

const DESCRIPTION = `Cloud-to-ground lightning strikes over the Balkans, live and as history. This is information and
not a warning system: strikes may be missing, late or displaced.

Anyone may call it without a key, within a fair use. The key of a plan has that plan's limits: send it as
\`Authorization: Bearer blk_…\`, on the stream alone also as \`?key=\`. Every error is \`application/problem+json\` with a
\`code\` from a closed list.`;

/** The document, generated from the schemas that validate requests. */
async function documentOf(api: Hono<{ Bindings: Env }>, origin: string) {
  const generated = await generateSpecs(api, {
    documentation: {
      openapi: '3.1.0',
      info: {
        title: 'Balkan Lightning',
        version: '1.0.0',
        description: DESCRIPTION,
        contact: { name: 'Contact', url: `${origin}/contact` },
        license: { name: 'Terms of Service', url: `${origin}/terms` },
      },
      servers: [{ url: `${origin}${API_ROOT}` }],
      tags: GROUPS.map(({ name, description }) => ({ name, description })),
      components: { securitySchemes, headers: describedHeaders, responses: keyedAnswers },
    },
  });
  return finishDocument(generated);
}

export function openapi(api: Hono<{ Bindings: Env }>): Handler<{ Bindings: Env }> {
  const made = new Map<string, ReturnType<typeof documentOf>>();
  return async (c) => {
    const origin = parseConfig(c.env).publicOrigin || new URL(c.req.url).origin;
    const document = made.get(origin) ?? documentOf(api, origin);
    // One origin in a deployment; a caller that makes up hosts must not fill the memory.
    if (made.size < 4) made.set(origin, document);
    return c.json(await document, 200, { 'cache-control': 'public, max-age=300' });
  };
}
