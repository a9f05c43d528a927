import { PROVIDER_LIMIT } from '#shared/limits.ts';
import type { HostileMode } from './HostileMode.ts';

type Row = Readonly<Record<string, unknown>>;

const THREE_HOURS_MS = 3 * 60 * 60_000;
const FUTURE: Row = {
  id: 'from-the-future',
  latitude: 42,
  longitude: 23,
  timestamp: '9999-01-01T00:00:00.000Z',
  event_type: 'strike_cloud_to_ground',
};

function later(row: Row): Row {
  return { ...row, timestamp: new Date(Date.parse(String(row.timestamp)) + THREE_HOURS_MS).toISOString() };
}

/** Rows of a day long past, over home: what a provider tells that answers from a broken cache. */
function oldRows(count: number): Row[] {
  return Array.from({ length: count }, (_, index) => ({
    ...FUTURE,
    id: `old-${index}`,
    latitude: 36 + (index % 100) / 10,
    timestamp: new Date(Date.UTC(2020, 6, 1) + index * 1000).toISOString(),
  }));
}

/** The rows of the right answer as the mode tells them. */
export function hostileRows(mode: HostileMode | undefined, rows: readonly Row[]): readonly Row[] {
  switch (mode) {
    case 'renamed':
      return rows.map(({ id, latitude, longitude, ...rest }) => ({ ...rest, uuid: id, lat: latitude, lon: longitude }));
    case 'future':
      return [...rows, FUTURE];
    case 'plus3h':
      return rows.map(later);
    case 'coords':
      return rows.map((row) => ({ ...row, latitude: row.longitude, longitude: row.latitude }));
    case 'same':
      return oldRows(PROVIDER_LIMIT);
    case 'many':
      return oldRows(30_000);
    default:
      return rows;
  }
}
