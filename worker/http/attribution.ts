import type { MiddlewareHandler } from 'hono';
import * as v from 'valibot';
import { systemClock } from '#shared/Clock.ts';
import { API_ROOT } from '#shared/wire/apiPaths.ts';
import { parseConfig } from '#worker/http/config.ts';
import type { Env } from '#worker/http/Env.ts';
import { operationGroup } from '#worker/http/operationGroups.ts';
import { strikesAttribution } from '#worker/sources/chosenSources.ts';

/** `attribution` of a JSON body, absent if no licence requires a text. */
export const attributionMember = v.exactOptional(
  v.pipe(v.string(), v.description('Attribution to display with the strikes, if the licence requires it.')),
);

export function attributionBody(env: Env): { readonly attribution?: string } {
  const attribution = strikesAttribution(parseConfig(env).sources, systemClock.now());
  return attribution === '' ? {} : { attribution };
}

/** Adds the attribution as a header to every response made of strikes: CSV and binary formats have no other place. */
export const attributed: MiddlewareHandler<{ Bindings: Env }> = async (c, next) => {
  await next();
  if (!c.res.ok || !operationGroup(c.req.path.slice(API_ROOT.length)).ofStrikes) return;
  const { attribution } = attributionBody(c.env);
  if (attribution !== undefined) c.header('attribution', headerText(attribution));
};

/** Percent-encodes everything but plain ASCII, because headers cannot contain it. */
export function headerText(text: string): string {
  return text.toWellFormed().replace(/[^ -$&-~]+/gu, encodeURIComponent);
}
