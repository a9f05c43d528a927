import { type ReactNode, useMemo } from 'react';
import type { WatchedPlace } from '#web/kit/addresses/watchAddress.ts';
import type { LiveFeed } from '#web/sky/feed/LiveFeed.ts';
import { areaOf } from '#web/tools/watch/areaOf.ts';
import { blindCause } from '#web/tools/watch/blindCause.ts';
import { Changes } from '#web/tools/watch/Changes.tsx';
import { placeName } from '#web/tools/watch/middleOf.ts';
import { Panel, type PanelProps, useSentences } from '#web/tools/watch/Panel.tsx';
import { useWatchedArea } from '#web/tools/watch/useWatchedArea.ts';

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
