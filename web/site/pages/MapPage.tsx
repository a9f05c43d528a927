import { lazy } from 'react';
import { useSearch } from 'wouter';
import { parseMapQuery } from '#web/ground/view/mapQuery.ts';
import { withinChunkTimeout } from '#web/kit/browser/loadChunks.ts';
import { EmbedScreen } from '#web/map/EmbedScreen.tsx';
import { MapScreen } from '#web/map/MapScreen.tsx';
import { useLiveFeed } from '#web/sky/LiveFeed.ts';

const WallFires = lazy(() => withinChunkTimeout(import('#web/map/fires/WallFires.tsx')));

interface MapPageProps {
  readonly eventId?: string;
  readonly embedded?: boolean;
  readonly now?: HTMLElement | null;
  readonly choices?: HTMLElement | null;
}

export default function MapPage({ eventId, embedded = false, now = null, choices = null }: MapPageProps) {
  const { wall } = parseMapQuery(useSearch());
  const feed = useLiveFeed(wall && !embedded);
  if (!feed) return null;
  return embedded ? (
    <EmbedScreen feed={feed} />
  ) : (
    <MapScreen key={eventId ?? ''} feed={feed} eventId={eventId} now={now} choices={choices} WallLine={WallFires} />
  );
}
