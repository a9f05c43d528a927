import { apiPaths } from '../wire/apiPaths.ts';
import type { TimeRange } from './apiTypes.ts';
import { getJson, type Ports, type Query, StrikeHistory } from './getJson.ts';
import { type LiveOptions, LiveStream } from './LiveStream.ts';

/** Where alerts are measured, and with which settings. */
export type AlertQuery = (
  | { readonly near: { readonly latitude: number; readonly longitude: number }; readonly region?: undefined }
  /** A district or country code, such as `BG.plovdiv`. */
  | { readonly region: string; readonly near?: undefined }
) & {
  /** Outermost first; 30, 16 and 10 if absent. */
  readonly ringsKm?: readonly [watch: number, warning: number, stop: number];
  /** Minutes that a level stays active after the last strike; 30 if absent. */
  readonly dwellMin?: number;
  /** A strike within this distance of the place, or of a site around, is a hit; 2 if absent. */
  readonly siteKm?: number;
  /** Determines when it is night; UTC if absent. */
  readonly timeZone?: string;
};

/** A fraction with its 95 % interval. */
export interface AlertShare {
  readonly share: number;
  readonly low: number;
  readonly high: number;
}

interface AlertLead {
  readonly medianMs: number;
  readonly shortestTenthMs: number;
}

export interface AlertCounts {
  /** Strikes on the site after at least the dwell time without one. */
  readonly hits: number;
  /** Hits during an active stop. */
  readonly warned: number;
  readonly stops: number;
  /** Stops without a strike on the site. */
  readonly withoutHit: number;
  /** Stops that were followed by another strike within the stop distance within an hour. */
  readonly liftedTooEarly: number;
  readonly stopMs: number;
}

/** How good alerts were, over at most 14 days. A share or a lead is absent if there were too few cases. */
export interface AlertSkill extends TimeRange {
  /** Time of the range without data. */
  readonly gapMs: number;
  /** The search limit was reached before 14 days were covered. */
  readonly cut: boolean;
  readonly siteKm: number;
  readonly ringsKm: readonly [watch: number, warning: number, stop: number];
  readonly dwellMin: number;
  /** The place itself. Absent for a region. */
  readonly here?:
    | (AlertCounts & {
        /** 0 for a drawn area, which is hit only by strikes inside it. */
        readonly siteKm: number;
        readonly lead?: AlertLead | undefined;
        readonly alerts: number;
        readonly atNight: number;
        readonly longestStopMs: number;
        readonly unwarned: readonly { readonly atMs: number; readonly level: 'clear' | 'watch' | 'warning' }[];
      })
    | undefined;
  /** Sites on a grid around the place, or in the region. */
  readonly around: AlertCounts & {
    readonly sites: number;
    readonly radiusKm?: number | undefined;
    readonly warnedShare?: AlertShare | undefined;
    readonly withoutHitShare?: AlertShare | undefined;
    readonly liftedTooEarlyShare?: AlertShare | undefined;
    readonly lead?: AlertLead | undefined;
  };
  /** The default rings at these sites. Absent if they were requested. */
  readonly usual?:
    | (AlertCounts & { readonly warnedShare?: AlertShare | undefined; readonly lead?: AlertLead | undefined })
    | undefined;
  readonly choices: readonly {
    readonly ringKm: number;
    readonly dwellMin: number;
    readonly hits: number;
    readonly warned?: AlertShare | undefined;
    readonly stopMsASite: number;
  }[];
  /** How often lightning returned within 30 minutes after a quiet time. It never shortens a stop. */
  readonly returns: readonly {
    readonly quietMin: number;
    readonly cases: number;
    readonly back?: AlertShare | undefined;
  }[];
  readonly simulated?: true | undefined;
  /** Attribution to display. */
  readonly attribution?: string | undefined;
}

function alertQuery({ near, region, ringsKm, dwellMin, siteKm, timeZone }: AlertQuery): string {
  const query = new URLSearchParams();
  if (near) query.set('shape', `${near.latitude},${near.longitude}`);
  if (region !== undefined) query.set('region', region);
  if (ringsKm) query.set('rings', ringsKm.join(','));
  if (dwellMin !== undefined) query.set('dwell', String(dwellMin));
  if (siteKm !== undefined) query.set('site', String(siteKm));
  if (timeZone !== undefined) query.set('timeZone', timeZone);
  return query.toString();
}

export interface ClientOptions {
  /** Scheme and host of the site, such as `https://lightning.example`. */
  readonly origin: string;
  /** API key. Without one, only the last hour and one stream. Sent as a header: keep it out of web pages. */
  readonly key?: string;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch;
  /** Returns numbers in [0, 1), for delays. */
  readonly random?: () => number;
}

/** API client: strikes page by page, the live stream with reconnection, and how good alerts were. */
export class LightningClient {
  private readonly ports: Ports;

  constructor({ origin, key, fetch: ownFetch, random = Math.random }: ClientOptions) {
    const call: typeof fetch = ownFetch ?? ((input, init) => fetch(input, init));
    this.ports = { origin: new URL(origin).origin, key, fetch: call, random };
  }

  /** The past strikes that match a query, over all pages, and the extent of the data. */
  strikes(query: Query, signal?: AbortSignal): StrikeHistory {
    return new StrikeHistory(this.ports, query, signal);
  }

  /** How good the alerts of a place or region were in the last days. The API caches it for an hour. */
  async alertSkill(query: AlertQuery, signal = new AbortController().signal): Promise<AlertSkill> {
    const address = `${this.ports.origin}${apiPaths.skill}?${alertQuery(query)}`;
    return (await getJson(this.ports, address, signal)) as AlertSkill;
  }

  /** Each strike once, and the state of the feed, as long as it is iterated. */
  live(options: LiveOptions): LiveStream {
    return new LiveStream(this.ports, options);
  }
}
