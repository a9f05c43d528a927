import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { systemClock } from '#shared/Clock.ts';
import { type Area, SETTLE_MS } from '#shared/watch/Area.ts';
import { type AreaView, areaOfBody, type WatchlistView } from '#shared/watch/bodies.ts';
import { useRingsOnMap } from '#web/ground/picture/shownRings.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import type { WatchlistPlace } from '#web/kit/routing/routes.ts';
import type { LiveFeed } from '#web/sky/feed/LiveFeed.ts';
import { Changes } from '#web/tools/watch/Facts.tsx';
import { Panel, type SafetyPanelProps, useSentences } from '#web/tools/watch/Panel.tsx';
import type { ShownCause } from '#web/tools/watch/StateBanner.tsx';
import { useWatchedArea, type WatchedStep } from '#web/tools/watch/useWatchedArea.ts';
import { blindCause } from '#web/tools/watch/watchedArea.ts';
import { secondsText, shownOf, shownText } from '#web/tools/watch/words.ts';
import { type Judged, NOTHING_SHOWN, shownChanges, worstLevel } from '#web/tools/watch/worstLevel.ts';
import { AreaRules, AreaSkills } from './AreaRules.tsx';
import { callFaultOf, type WatchlistKeys } from './deviceWatchlists.ts';
import { needsSite } from './KeepWatching.tsx';
import { Duty, LogFile } from './Log.tsx';
import { logLines, toldLines } from './logLines.ts';
import styles from './Sides.module.css';
import { type FollowedWatchlist, serverJudged, UNREACHED_AFTER_MS, useDeliveries, useLog } from './useWatchlist.ts';

const SHOWN_LINES = 8;

interface WatchlistPanelProps extends Pick<SafetyPanelProps, 'turns'> {
  readonly feed: LiveFeed;
  readonly place: WatchlistPlace;
  readonly keys: WatchlistKeys;
  readonly bearerKey: string;
  readonly watchlist: FollowedWatchlist;
  /** The area as last loaded; the watchlist may be unavailable now. */
  readonly view: AreaView;
  readonly muting: ReactNode;
  /** Called with true for a work site. */
  readonly recipients: (site: boolean) => ReactNode;
  readonly links: (site: boolean) => ReactNode;
}

/** The panel of an area that the server watches too: shows the more dangerous of both states. */
export function WatchlistPanel({
  feed,
  place,
  keys,
  bearerKey,
  watchlist,
  view,
  muting,
  recipients,
  links,
  turns,
}: WatchlistPanelProps) {
  const { LL, locale } = useTexts();
  const { state, readAtMs, refusal, refresh } = watchlist;
  const error = refusal && callFaultOf(refusal);
  const area = useArea(view);
  const page = useWatchedArea(feed, area);
  const offsetMs = page.view.feed?.providerOffsetMs ?? 0;
  const nowMs = systemClock.now();
  const isGone = error === 'gone' || error === 'key';
  const server = serverJudged(isGone ? undefined : view, readAtMs, nowMs);
  const watched = useShown(area, { ...page, state: worstLevel(page.state, server) }, offsetMs);
  // The owner's form shows its own input on the map.
  useRingsOnMap(keys.owner ? undefined : area);
  const [written, setWritten] = useState(0);
  const path = `/${place.id}/areas/${place.area}`;
  const log = useLog(path, bearerKey, `${view.change}/${view.revision}/${written}`);
  const site = needsSite(view, state ?? {}, keys, log.lines);
  const sentenceOf = useSentences(area, offsetMs);
  const told = state?.recipients ?? [];
  const lastTold = told.map(({ lastDelivery }) => [lastDelivery?.id, lastDelivery?.state].join());
  const deliveries = useDeliveries(place.id, keys.owner, `${view.change}/${lastTold.join('/')}`);
  const nameOf = (id: string) => told.find((recipient) => recipient.id === id)?.name;
  const toldOf = (change: number) => toldLines(deliveries, view.id, change, nameOf, LL);
  const isUnreached = isGone || readAtMs === null || nowMs - readAtMs > UNREACHED_AFTER_MS;
  const cause: ShownCause =
    page.state.dataStatus === 'unknown'
      ? blindCause(area, page.view, page.sighting)
      : isUnreached
        ? 'watchlist'
        : 'watchlistBlind';
  return (
    <Panel
      turns={turns}
      name={view.name}
      area={area}
      watched={watched}
      cause={cause}
      urgent={
        <>
          <NobodyTold told={state?.recipientSummary} />
          <Sources
            page={page.state}
            server={server}
            readAtMs={readAtMs}
            failing={error !== null}
            told={state?.recipientSummary}
          />
          {!turns.wall && muting}
        </>
      }
      changes={
        site && (
          <Changes lines={logLines(log.lines, SHOWN_LINES, LL, sentenceOf, toldOf, locale)}>
            {!turns.wall && <LogFile path={path} bearerKey={bearerKey} name={view.name} pruned={log.pruned} />}
          </Changes>
        )
      }
      more={
        <>
          {site && (keys.owner ?? keys.duty) && (
            <Duty
              path={path}
              bearerKey={bearerKey}
              level={shownText(shownOf(watched.state), LL)}
              onWritten={() => {
                setWritten((count) => count + 1);
                refresh();
              }}
            />
          )}
          {recipients(site)}
          {keys.owner && (
            <AreaRules
              path={path}
              ownerKey={keys.owner}
              area={view}
              shape={area.shape}
              onMap={turns.onMap}
              onChanged={refresh}
            />
          )}
          <AreaSkills areas={state?.areas ?? [view]} />
          {links(site)}
        </>
      }
    />
  );
}

/** The same object until the rules are edited. */
function useArea(view: AreaView): Area {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a revision has one set of rules
  return useMemo(() => areaOfBody(view, SETTLE_MS), [view.id, view.revision]);
}

/** Replaces the page's changes by those of the shown state. */
function useShown(area: Area, watched: WatchedStep, offsetMs: number): WatchedStep {
  const [shown, setShown] = useState(NOTHING_SHOWN);
  const { state } = watched;
  useEffect(() => {
    setShown((before) => shownChanges(before, area, state, systemClock.now(), offsetMs));
  });
  return { ...watched, changes: shown.changes };
}

interface SourcesProps {
  readonly page: Judged;
  readonly server: Judged;
  readonly readAtMs: number | null;
  readonly failing: boolean;
  readonly told: WatchlistView['recipientSummary'] | undefined;
}

function Sources({ page, server, readAtMs, failing, told }: SourcesProps) {
  const { LL, locale } = useTexts();
  const texts = LL.watchlist.sources;
  const time = readAtMs === null ? '' : secondsText(readAtMs, locale);
  const serverText = () => {
    if (readAtMs === null) return texts.never();
    return failing ? texts.serverLost({ time }) : texts.server({ level: shownText(shownOf(server), LL), time });
  };
  return (
    <p className={styles.sources} data-sources data-failing={failing || undefined}>
      <span>{texts.page({ level: shownText(shownOf(page), LL) })}</span> <span>{serverText()}</span>{' '}
      <span>{texts.rule()}</span> {told && told.working > 0 && <span>{LL.watchlist.told.some(told)}</span>}
    </p>
  );
}

function NobodyTold({ told }: { readonly told: WatchlistView['recipientSummary'] | undefined }) {
  const { LL } = useTexts();
  const words = LL.watchlist.told;
  if (told && told.working > 0) return null;
  return (
    <p className={styles.nobody} data-told="0">
      <strong>{words.nobody()}</strong> <span>{words.nobodyText()}</span>
    </p>
  );
}
