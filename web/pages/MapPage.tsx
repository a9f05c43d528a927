import { useLiveFeed } from '#web/feed/useLiveFeed.ts';
import { MapScreen } from '#web/map/MapScreen.tsx';

export default function MapPage({ eventId }: { eventId?: string }) {
  const feed = useLiveFeed(false);
  return feed ? <MapScreen feed={feed} key={eventId} /> : null;
}
