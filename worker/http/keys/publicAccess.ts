import { percentDecoded } from '#shared/http.ts';
import { type ApiAccess, KEY_PLANS, planTitle, TRIAL } from '#shared/plans.ts';
import { HOUR_MS, MINUTE_MS, parseHourKey, parseIsoInstant } from '#shared/time.ts';
import { HttpProblem } from '#worker/http/responses.ts';

/**
 * What a call needs: `facts` are never limited (service status, verification, pictures, documents), `recent` reaches
 * back an hour at most, `history` further by the time in the request, `other` an unknown distance.
 */
export type Need = 'facts' | 'recent' | 'stream' | 'history' | 'files' | 'ogc' | 'other';

/** Allows for clock errors and the time in transit. */
const SLACK_MS = MINUTE_MS;

function needSince(fromMs: number | undefined, nowMs: number): Need {
  // The route rejects values that cannot be parsed.
  return fromMs === undefined || fromMs >= nowMs - TRIAL.reachMs - SLACK_MS ? 'recent' : 'history';
}

const sliceEndMs = (hour: string): number | undefined => {
  const fromMs = parseHourKey(hour);
  return fromMs === undefined ? undefined : fromMs + HOUR_MS;
};

/** For `/storm-cells/{time}`, parsed like in its route: `c.req.path` does not decode `%3A`. */
function needOfCells({ part, nowMs }: ApiRequest): Need {
  const atMs = parseIsoInstant(percentDecoded(part) ?? '');
  return atMs === undefined ? 'other' : needSince(atMs, nowMs);
}

interface ApiRequest {
  readonly part: string;
  readonly query: URLSearchParams;
  readonly nowMs: number;
}

const sinceFrom = ({ query, nowMs }: ApiRequest) => needSince(parseIsoInstant(query.get('from') ?? ''), nowMs);

/** The first match applies. Its group, if it has one, is the `part` of the path that names a time. */
const NEEDS: readonly (readonly [path: RegExp, need: Need | ((apiRequest: ApiRequest) => Need)])[] = [
  [/^\/live$/, 'stream'],
  [/^\/(status|verification|picture\.svg|place\.png)$/, 'facts'],
  [/^\/strikes$/, sinceFrom],
  // A bin of a day covers a day, however short the requested span.
  [/^\/counts$/, (apiRequest) => (apiRequest.query.get('by') === 'day' ? 'other' : sinceFrom(apiRequest))],
  [/^\/tiles\/\d+\/\d+\/\d+\/(\d+)\//, ({ part, nowMs }) => needSince(sliceEndMs(part), nowMs)],
  [/^\/storm-cells\/(.+)$/, needOfCells],
  [/^\/(storm-cells|cross-check\/flashes)$/, 'recent'],
  [
    /^\/fires$/,
    ({ query, nowMs }) => (query.has('since') ? needSince(parseIsoInstant(query.get('since') ?? ''), nowMs) : 'other'),
  ],
  [/^\/files\//, 'files'],
  [/^\/ogc\/collections/, 'ogc'],
  [/^\/ogc/, 'facts'],
];

/** `path` is relative to the root of the API, of a call that takes a key. */
export function needOf(path: string, query: URLSearchParams, nowMs: number): Need {
  for (const [pattern, need] of NEEDS) {
    const match = pattern.exec(path);
    if (match) return typeof need === 'string' ? need : need({ part: match[1] ?? '', query, nowMs });
  }
  return 'other';
}

/**
 * True if a page of this site calls, the embedded map included. Browsers send `Sec-Fetch-Site`, older ones `Origin` or
 * `Referer`. A program can forge all three, so this is only a soft gate in front of the fair shares.
 */
export function isOwnCall(headers: Headers, url: string): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin';
  const from = headers.get('origin') ?? headers.get('referer');
  return from !== null && URL.canParse(from) && new URL(from).origin === new URL(url).origin;
}

/** `free`: not limited here; `trial`: it costs units of `TRIAL`, and a stream is one of `TRIAL.streams`. */
export type PublicAccess = 'free' | 'trial' | 'plan-required';

/** Decides on a call without a key. */
export function publicAccess(access: ApiAccess, isOwn: boolean, need: Need): PublicAccess {
  if (access === 'open' || isOwn || need === 'facts') return 'free';
  return need === 'recent' || need === 'stream' ? 'trial' : 'plan-required';
}

const WHAT: Readonly<Partial<Record<Need, string>>> = {
  stream: 'More than one live stream per network',
  history: 'Data older than one hour',
  files: 'Daily files',
  ogc: 'OGC API collections',
};

const PLAN_TITLES = KEY_PLANS.map(planTitle).join(' or ');

/**
 * The response to a call without a key that requires a plan with API access: 401. A caller can forge `isOwnCall`, so
 * this is a soft gate and protects nothing secret. `origin` is the site's, empty if it has none.
 */
export function planRequired(need: Need, origin: string): HttpProblem {
  const what = WHAT[need] ?? 'This request';
  const detail = `${what}: an API key of the plan ${PLAN_TITLES} is required. Contact sales: ${origin}/contact`;
  return new HttpProblem(401, 'plan-required', detail, { headers: { 'WWW-Authenticate': 'Bearer' } });
}
