import { useSearch } from 'wouter';
import { useLiveFeed } from '#web/feed/useLiveFeed.ts';
import { MapScreen } from '#web/map/MapScreen.tsx';
import { parseMapQuery } from '#web/map/view/mapQuery.ts';

interface MapPageProps {
  readonly eventId?: string;
}

/** The live map; with `eventId`, it opens that strike. */
export default function MapPage({ eventId }: MapPageProps) {
  const { wall } = parseMapQuery(useSearch());
  const feed = useLiveFeed(wall);
  return feed ? <MapScreen key={eventId ?? ''} feed={feed} eventId={eventId} /> : null;
}
