import { HttpProblem } from './responses.ts';

/**
 * Whether a request comes from a page of this site. Browsers send `Sec-Fetch-Site`, older ones `Origin`. A request with
 * neither is let through: it is not from a browser, so it carries no visitor's credentials.
 */
export function sameOrigin(headers: Headers, url: string): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin' || site === 'none';
  const origin = headers.get('origin');
  return origin === null || origin === new URL(url).origin;
}

/** @throws HttpProblem 403 if the request comes from a page of another site */
export function requireOwnPage({ headers, url }: Request): void {
  if (sameOrigin(headers, url)) return;
  throw new HttpProblem(403, 'forbidden-origin', 'Messages are accepted only from this site’s own pages.');
}

/** The answer to a call that is only for the site's own pages: without CORS, unlike the rest of the API. */
export function closedProblem(problem: HttpProblem): Response {
  const response = problem.toResponse();
  for (const name of Object.keys(Object.fromEntries(response.headers))) {
    if (name.startsWith('access-control-')) response.headers.delete(name);
  }
  response.headers.set('cross-origin-resource-policy', 'same-origin');
  return response;
}
