import { type ReactNode, useMemo } from 'react';
import type { LiveFeed } from '#web/feed/LiveFeed.ts';
import type { WatchedPlace } from '#web/routing/formatWatchAddress.ts';
import { areaOf } from '#web/watch/areaOf.ts';
import { blindCause } from '#web/watch/blindCause.ts';
import { Changes } from '#web/watch/Changes.tsx';
import { placeName } from '#web/watch/middleOf.ts';
import { Panel, type PanelProps, useSentences } from '#web/watch/Panel.tsx';
import { useWatchedArea } from '#web/watch/useWatchedArea.ts';

interface PlacePanelProps extends Pick<PanelProps, 'wall' | 'onWall' | 'onAnother'> {
  readonly feed: LiveFeed;
  readonly place: WatchedPlace;
  readonly more?: ReactNode;
}

/** The panel of a place that only this page watches: it needs nothing of the server but the stream. */
export function PlacePanel({ feed, place, ...rest }: PlacePanelProps) {
  const area = useMemo(() => areaOf(place), [place]);
  const watched = useWatchedArea(feed, area);
  const { changes, sighting, view } = watched;
  const sentenceOf = useSentences(area, view.feed?.providerOffsetMs ?? 0);
  const lines = changes.map((change) => ({
    key: change.change,
    atMs: change.atMs,
    kind: change.kind,
    sentence: sentenceOf(change),
  }));
  return (
    <Panel
      {...rest}
      name={placeName(place)}
      area={area}
      watched={watched}
      cause={blindCause(area, view, sighting)}
      changes={<Changes lines={lines} />}
    />
  );
}
