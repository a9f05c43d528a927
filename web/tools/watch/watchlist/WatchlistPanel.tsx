import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { systemClock } from '#shared/Clock.ts';
import { type Area, LATE_REPORT_MS } from '#shared/watch/Area.ts';
import { type AreaView, areaOfBody, type WatchlistView } from '#shared/watch/bodies.ts';
import { useRingsOnMap } from '#web/ground/picture/visibleRings.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import type { WatchlistPlace } from '#web/kit/routing/routes.ts';
import type { LiveFeed } from '#web/sky/LiveFeed.ts';
import { Changes } from '#web/tools/watch/Facts.tsx';
import { Panel, type SafetyPanelProps, useSentences } from '#web/tools/watch/Panel.tsx';
import type { VisibleCause } from '#web/tools/watch/StateBanner.tsx';
import { useWatchedArea, type WatchedStep } from '#web/tools/watch/useWatchedArea.ts';
import { dataLossCause } from '#web/tools/watch/watchedArea.ts';
import styles from '#web/tools/watch/watchlist/Recipients.module.css';
import { displayedLevelOf, levelText, secondsText } from '#web/tools/watch/watchTexts.ts';
import { type EvaluatedArea, NOTHING_VISIBLE, visibleChanges, worstLevel } from '#web/tools/watch/worstLevel.ts';
import { AreaRules, AreaSkills } from './AreaRules.tsx';
import { callErrorOf, type WatchlistKeys } from './deviceWatchlists.ts';
import { Duty, LogFile } from './Log.tsx';
import { logLines, reportedLines } from './logLines.ts';
import { needsSite } from './SaveWatchlist.tsx';
import { type FollowedWatchlist, serverEvaluated, UNREACHED_AFTER_MS, useDeliveries, useLog } from './useWatchlist.ts';

const VISIBLE_LINES = 8;

interface WatchlistPanelProps extends Pick<SafetyPanelProps, 'panelView'> {
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
  panelView,
}: WatchlistPanelProps) {
  const { LL, locale } = useTexts();
  const { state, readAtMs, refusal, refresh } = watchlist;
  const error = refusal && callErrorOf(refusal);
  const area = useArea(view);
  const page = useWatchedArea(feed, area);
  const offsetMs = page.view.feed?.providerOffsetMs ?? 0;
  const nowMs = systemClock.now();
  const isDeleted = error === 'gone' || error === 'key';
  const server = serverEvaluated(isDeleted ? undefined : view, readAtMs, nowMs);
  const watched = useVisible(area, { ...page, state: worstLevel(page.state, server) }, offsetMs);
  // The owner's form shows its own input on the map.
  useRingsOnMap(keys.owner ? undefined : area);
  const [written, setWritten] = useState(0);
  const path = `/${place.id}/areas/${place.area}`;
  const log = useLog(path, bearerKey, `${view.change}/${view.revision}/${written}`);
  const site = needsSite(view, state ?? {}, keys, log.lines);
  const sentenceOf = useSentences(area, offsetMs);
  const known = state?.recipients ?? [];
  const lastReported = known.map(({ lastDelivery }) => [lastDelivery?.id, lastDelivery?.state].join());
  const deliveries = useDeliveries(place.id, keys.owner, `${view.change}/${lastReported.join('/')}`);
  const nameOf = (id: string) => known.find((recipient) => recipient.id === id)?.name;
  const reportedOf = (change: number) => reportedLines(deliveries, view.id, change, nameOf, LL);
  const isUnreached = isDeleted || readAtMs === null || nowMs - readAtMs > UNREACHED_AFTER_MS;
  const cause: VisibleCause =
    page.state.dataStatus === 'unknown'
      ? dataLossCause(area, page.view, page.sighting)
      : isUnreached
        ? 'watchlist'
        : 'watchlistBlind';
  return (
    <Panel
      panelView={panelView}
      name={view.name}
      area={area}
      watched={watched}
      cause={cause}
      urgent={
        <>
          <NobodyNotified reported={state?.recipientSummary} />
          <Sources
            page={page.state}
            server={server}
            readAtMs={readAtMs}
            failing={error !== null}
            reported={state?.recipientSummary}
          />
          {!panelView.wall && muting}
        </>
      }
      changes={
        site && (
          <Changes lines={logLines(log.lines, VISIBLE_LINES, LL, sentenceOf, reportedOf, locale)}>
            {!panelView.wall && <LogFile path={path} bearerKey={bearerKey} name={view.name} pruned={log.pruned} />}
          </Changes>
        )
      }
      more={
        <>
          {site && (keys.owner ?? keys.duty) && (
            <Duty
              path={path}
              bearerKey={bearerKey}
              level={levelText(displayedLevelOf(watched.state), LL)}
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
              onMap={panelView.onMap}
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
  return useMemo(() => areaOfBody(view, LATE_REPORT_MS), [view.id, view.revision]);
}

/** Replaces the page's changes by those of the shown state. */
function useVisible(area: Area, watched: WatchedStep, offsetMs: number): WatchedStep {
  const [visible, setVisible] = useState(NOTHING_VISIBLE);
  const { state } = watched;
  useEffect(() => {
    setVisible((before) => visibleChanges(before, area, state, systemClock.now(), offsetMs));
  });
  return { ...watched, changes: visible.changes };
}

interface SourcesProps {
  readonly page: EvaluatedArea;
  readonly server: EvaluatedArea;
  readonly readAtMs: number | null;
  readonly failing: boolean;
  readonly reported: WatchlistView['recipientSummary'] | undefined;
}

function Sources({ page, server, readAtMs, failing, reported }: SourcesProps) {
  const { LL, locale } = useTexts();
  const texts = LL.watch.watchlist.sources;
  const time = readAtMs === null ? '' : secondsText(readAtMs, locale);
  const serverText = () => {
    if (readAtMs === null) return texts.never();
    return failing
      ? texts.serverLost({ time })
      : texts.server({ level: levelText(displayedLevelOf(server), LL), time });
  };
  return (
    <p className={styles.sources} data-sources data-failing={failing || undefined}>
      <span>{texts.page({ level: levelText(displayedLevelOf(page), LL) })}</span> <span>{serverText()}</span>{' '}
      <span>{texts.rule()}</span>{' '}
      {reported && reported.working > 0 && <span>{LL.watch.watchlist.told.some(reported)}</span>}
    </p>
  );
}

function NobodyNotified({ reported }: { readonly reported: WatchlistView['recipientSummary'] | undefined }) {
  const { LL } = useTexts();
  const texts = LL.watch.watchlist.told;
  if (reported && reported.working > 0) return null;
  return (
    <p className={styles.nobody} data-told="0">
      <strong>{texts.nobody()}</strong> <span>{texts.nobodyText()}</span>
    </p>
  );
}
