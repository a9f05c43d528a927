import { formatBBox, HOME_BOX } from '#shared/geo/BBox.ts';

/** Variables of the Worker with which it may be deployed. */
export const GOOD_VARIABLES = {
  FEED_SOURCE: 'live',
  PROVIDER_BASE_URL: 'https://provider.net/base/',
  PROVIDER_MAX_RPS: '0.5',
  HOME_BBOX: formatBBox(HOME_BOX),
  COVERAGE_BBOX: '-15,30,45,62',
  POLL_INTERVAL_MS: '5000',
  RELAY_MAX_STREAMS: '1000',
  RELAY_MAX: '20',
  HISTORY_DAYS: '400',
  CONTACT_ORIGIN: 'landing',
  CONTACT_DAILY_CAP: '200',
};
