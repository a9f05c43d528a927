import * as v from 'valibot';
import { type Areas, bboxWithin } from '#shared/geo/BBox.ts';
import { API_ACCESS, type ApiAccess } from '#shared/plans.ts';
import { DWELL_MIN, LATE_REPORT_MS } from '#shared/watch/Area.ts';
import { Source } from '#shared/wire/FeedEvent.ts';
import type { VapidKeys } from '#worker/http/outbound/push.ts';
import { type ChosenSource, contactError, namesProvider, parseSources } from '#worker/sources/chosenSources.ts';
import { BoxText, HttpUrl, numberFrom, Secret } from '#worker/sources/source.ts';
import type { Env } from './Env.ts';

/** Where no source is the provider, it may still take the contact messages. */
const NoUrl = v.optional(v.union([v.literal(''), HttpUrl]), '');

const variablesWith = (providerUrl: typeof HttpUrl | typeof NoUrl) =>
  v.pipe(
    v.object({
      FEED_SOURCE: v.pipe(v.string('is missing'), Source),
      PROVIDER_BASE_URL: providerUrl,
      SOURCES: v.optional(v.string(), ''),
      PROVIDER_MAX_RPS: numberFrom(0.05, 200, false),
      HOME_BBOX: BoxText,
      COVERAGE_BBOX: BoxText,
      POLL_INTERVAL_MS: numberFrom(250, 60_000),
      RELAY_MAX_STREAMS: numberFrom(1, 5_000),
      RELAY_MAX: numberFrom(1, 200),
      HISTORY_DAYS: numberFrom(1, 3_660),
      HISTORY_BACKFILL_DAYS: v.optional(numberFrom(0, 400), '14'),
      HISTORY_MAX_ROWS: v.optional(numberFrom(1_000, 1_000_000_000), '40000000'),
      API_ACCESS: v.optional(v.picklist(API_ACCESS, 'must be plans or open'), 'plans'),
      ARCHIVE_ACCESS: v.optional(v.picklist(['key', 'open', 'off'], 'must be key, open or off'), 'key'),
      CONTACT_ORIGIN: v.pipe(v.string('is missing'), v.regex(/^[\w-]{1,64}$/, 'must be a short identifier')),
      CONTACT_BASE_URL: v.optional(v.union([v.literal(''), HttpUrl]), ''),
      CONTACT_DAILY_CAP: numberFrom(1, 100_000),
      WATCH_DAILY_CAP: v.optional(numberFrom(1, 100_000), '2000'),
      BASEMAP: v.optional(v.pipe(v.string(), v.regex(/^[^\p{Cc}]{0,1024}$/u, 'must be a path or a key of R2')), ''),
      WATCH_TEST_TIME: v.optional(v.picklist(['', '1'], 'must be 1 or absent'), ''),
      WATCH_INSECURE_HOOKS: v.optional(v.picklist(['', '1'], 'must be 1 or absent'), ''),
      WATCH_BOT_NAME: v.optional(v.pipe(v.string(), v.regex(/^\w{0,64}$/, 'must be the name of a Telegram bot')), ''),
      WATCH_BOT_TOKEN: Secret,
      WATCH_BOT_SECRET: v.optional(
        v.pipe(v.string(), v.regex(/^[\w-]{16,256}$/, 'must be 16 to 256 of A-Z a-z 0-9 _ -')),
      ),
      TELEGRAM_API: v.optional(HttpUrl, 'https://api.telegram.org'),
      VAPID_PUBLIC_KEY: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{0,88}$/, 'must be base64url')), ''),
      VAPID_PRIVATE_KEY: Secret,
      PUSH_LOCAL_HOST: v.optional(
        v.pipe(v.string(), v.regex(/^(127\.0\.0\.1:\d{1,5})?$/, 'must be 127.0.0.1 and a port')),
        '',
      ),
      PUBLIC_ORIGIN: v.optional(v.string(), ''),
      PUBLIC_EMAIL: v.optional(v.string(), ''),
      PUBLIC_DATA_SOURCE: v.optional(v.string(), ''),
      FIRMS_BASE_URL: v.optional(v.union([v.picklist(['', 'off']), HttpUrl]), ''),
      FIRMS_MAP_KEY: Secret,
      PROVIDER_TOKEN: Secret,
      CONTACT_TOKEN: Secret,
      TELEGRAM_BOT_TOKEN: Secret,
      TELEGRAM_CHAT_ID: Secret,
      TURNSTILE_SECRET: Secret,
    }),
    v.check((vars) => bboxWithin(vars.HOME_BBOX, vars.COVERAGE_BBOX), 'COVERAGE_BBOX must contain HOME_BBOX'),
    v.check(
      (vars) => (vars.TELEGRAM_BOT_TOKEN === undefined) === (vars.TELEGRAM_CHAT_ID === undefined),
      'TELEGRAM_BOT_TOKEN and TELEGRAM_CHAT_ID must be set together',
    ),
    v.check(
      (vars) => (vars.VAPID_PUBLIC_KEY === '') === (vars.VAPID_PRIVATE_KEY === undefined),
      'VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY must be set together',
    ),
    v.check(
      ({ WATCH_BOT_NAME: name, WATCH_BOT_TOKEN: token, WATCH_BOT_SECRET: secret }) =>
        (name !== '') === (token !== undefined) && (name !== '') === (secret !== undefined),
      'WATCH_BOT_NAME, WATCH_BOT_TOKEN and WATCH_BOT_SECRET must be set together',
    ),
  );

/** WATCH_TEST_TIME allows these, so that a test can wait for an all-clear. Never in a deployment. */
const TEST_LATE_REPORT_MS = 2_000;
const TEST_LEAST_DWELL_MS = 10_000;

/** Some push services refuse a subject at localhost. */
const LOCAL_SUBJECT = 'mailto:nobody@example.com';

interface FakeDestination {
  readonly baseUrl: string;
  readonly token: string | undefined;
}

/** Where NASA's FIRMS is read. */
export interface FirmsAccess {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  /** The area API requires it; without it the files are read, which need none. */
  readonly mapKey: string | undefined;
}

/** The checked settings of the Worker. */
export interface Config {
  readonly source: Source;
  /** The first is the primary one: it fills the map. */
  readonly sources: readonly [ChosenSource, ...ChosenSource[]];
  readonly providerMaxRps: number;
  /** `home` is always polled; the rest of `coverage` only where viewers look. */
  readonly areas: Areas;
  readonly pollIntervalMs: number;
  /** The source of hotspots; undefined if it is off, or the sky is simulated and no simulated fires are named. */
  readonly fires: FirmsAccess | undefined;
  readonly relayMaxStreams: number;
  readonly relayMax: number;
  readonly historyDays: number;
  /** How far back home is read later if it was not read in time; 0 for not at all. */
  readonly backfillDays: number;
  /** D1's 10 GB have room for 55 million strikes, of 182 bytes each. */
  readonly historyMaxRows: number;
  /** Who may use the API without a key: `open`, everyone; `plans`, everyone for a trial (`TRIAL`). */
  readonly apiAccess: ApiAccess;
  /** Who may load the day files. Where `apiAccess` is `plans`, a key is always required. */
  readonly archiveAccess: 'key' | 'open' | 'off';
  /** Takes contact messages unless there is a Telegram bot: the provider's notification call, or a similar one. */
  readonly contact: FakeDestination & { readonly origin: string };
  /** Contact messages taken per UTC day. */
  readonly contactDailyCap: number;
  /** Where visitors may write to instead; the default is that of the site. */
  readonly email: string;
  /** Watchlists that each of the sixteen objects makes per UTC day. */
  readonly watchDailyCap: number;
  /** How late a strike may still be reported to watchers of areas. */
  readonly watchLateReportMs: number;
  readonly watchLeastDwellMs: number;
  /** Allows http webhooks on the loopback interface, for trials. Never in a deployment. */
  readonly insecureHooks: boolean;
  readonly watchBot:
    | { readonly name: string; readonly token: string; readonly secret: string; readonly api: string }
    | undefined;
  /** Push messages are signed with `keys`; push services reach us at `subject`. */
  readonly vapid: { readonly keys: VapidKeys; readonly subject: string } | undefined;
  /** Host and port of a local push service, which may be called over http. Never in a deployment. */
  readonly localPushHosts: readonly string[];
  /** `https://` and a host; empty locally. */
  readonly publicOrigin: string;
  /** Whose data the strikes are, where the source's licence does not state it; may be empty. */
  readonly dataSource: string;
  /** If set, contact messages and new watchlists need a Turnstile token. */
  readonly turnstileSecret: string | undefined;
  /** Takes contact messages. `api` as of `watchBot`. */
  readonly telegram: { readonly botToken: string; readonly chatId: string; readonly api: string } | undefined;
}

/** A variable is missing or malformed; the message names each one and the rule it breaks. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** The platform hands the same object to all requests of an isolate; reading it takes half a millisecond. */
const parsed = new WeakMap<object, Config>();

/** @throws ConfigError naming every bad variable */
export function parseConfig(variables: Readonly<Record<string, unknown>>): Config {
  const known = parsed.get(variables);
  if (known) return known;
  const config = readConfig(variables);
  parsed.set(variables, config);
  return config;
}

function readConfig(variables: Readonly<Record<string, unknown>>): Config {
  const result = v.safeParse(variablesWith(namesProvider(variables.SOURCES) ? HttpUrl : NoUrl), variables);
  const { sources, errors } = parseSources(variables);
  if (result.success) errors.push(...contactError(result.output));
  else errors.push(...result.issues.map((issue) => `${v.getDotPath(issue) ?? ''} ${issue.message}`.trim()));
  if (!result.success || errors.length > 0) {
    throw new ConfigError(`configuration: ${[...new Set(errors)].join('; ')}`);
  }
  const vars = result.output;
  const provider = { baseUrl: vars.PROVIDER_BASE_URL, token: vars.PROVIDER_TOKEN };
  return {
    source: vars.FEED_SOURCE,
    sources,
    providerMaxRps: vars.PROVIDER_MAX_RPS,
    areas: { home: vars.HOME_BBOX, coverage: vars.COVERAGE_BBOX },
    pollIntervalMs: vars.POLL_INTERVAL_MS,
    fires: firesOf(vars),
    relayMaxStreams: vars.RELAY_MAX_STREAMS,
    relayMax: vars.RELAY_MAX,
    historyDays: vars.HISTORY_DAYS,
    backfillDays: Math.min(vars.HISTORY_BACKFILL_DAYS, vars.HISTORY_DAYS),
    historyMaxRows: vars.HISTORY_MAX_ROWS,
    apiAccess: vars.API_ACCESS,
    archiveAccess: vars.ARCHIVE_ACCESS,
    // Another service must not get the provider's token.
    contact: {
      ...(vars.CONTACT_BASE_URL === '' ? provider : { baseUrl: vars.CONTACT_BASE_URL, token: vars.CONTACT_TOKEN }),
      origin: vars.CONTACT_ORIGIN,
    },
    contactDailyCap: vars.CONTACT_DAILY_CAP,
    email: vars.PUBLIC_EMAIL || 'contact@example.org',
    watchDailyCap: vars.WATCH_DAILY_CAP,
    watchLateReportMs: vars.WATCH_TEST_TIME === '1' ? TEST_LATE_REPORT_MS : LATE_REPORT_MS,
    watchLeastDwellMs: vars.WATCH_TEST_TIME === '1' ? TEST_LEAST_DWELL_MS : DWELL_MIN.min * 60_000,
    insecureHooks: vars.WATCH_INSECURE_HOOKS === '1',
    watchBot:
      vars.WATCH_BOT_TOKEN && vars.WATCH_BOT_SECRET
        ? {
            name: vars.WATCH_BOT_NAME,
            token: vars.WATCH_BOT_TOKEN,
            secret: vars.WATCH_BOT_SECRET,
            api: vars.TELEGRAM_API,
          }
        : undefined,
    vapid: vars.VAPID_PRIVATE_KEY
      ? {
          keys: { publicKey: vars.VAPID_PUBLIC_KEY, privateKey: vars.VAPID_PRIVATE_KEY },
          subject: vars.PUBLIC_ORIGIN || LOCAL_SUBJECT,
        }
      : undefined,
    localPushHosts: vars.PUSH_LOCAL_HOST === '' ? [] : [vars.PUSH_LOCAL_HOST],
    publicOrigin: vars.PUBLIC_ORIGIN.replace(/(?<!\/)\/+$/, ''),
    dataSource: vars.PUBLIC_DATA_SOURCE,
    turnstileSecret: vars.TURNSTILE_SECRET,
    telegram:
      vars.TELEGRAM_BOT_TOKEN && vars.TELEGRAM_CHAT_ID
        ? { botToken: vars.TELEGRAM_BOT_TOKEN, chatId: vars.TELEGRAM_CHAT_ID, api: vars.TELEGRAM_API }
        : undefined,
  };
}

const FIRMS_URL = 'https://firms.modaps.eosdis.nasa.gov';

/** Real fires would not fit a simulated sky. */
function firesOf(vars: {
  readonly FEED_SOURCE: Source;
  readonly FIRMS_BASE_URL: string;
  readonly FIRMS_MAP_KEY?: string | undefined;
}): FirmsAccess | undefined {
  if (vars.FIRMS_BASE_URL === 'off' || (vars.FIRMS_BASE_URL === '' && vars.FEED_SOURCE === 'simulated'))
    return undefined;
  return { baseUrl: vars.FIRMS_BASE_URL || FIRMS_URL, mapKey: vars.FIRMS_MAP_KEY };
}

/** Its Cloudflare version id, else the `BUILD` variable, else `local`. */
export function buildId(env: Env): string {
  if (env.VERSION?.id) return env.VERSION.id;
  return typeof env.BUILD === 'string' && env.BUILD !== '' ? env.BUILD : 'local';
}
