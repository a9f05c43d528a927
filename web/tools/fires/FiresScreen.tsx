import { useEffect, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import { systemClock } from '#shared/Clock.ts';
import { FIRMS_DISCLAIMER, type FireBody, type FiresBody } from '#shared/fires/bodies.ts';
import type { Strike } from '#shared/strike.ts';
import { useNow } from '#web/kit/browser/browserState.ts';
import { useQuery } from '#web/kit/http/useQuery.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { useTextAreas } from '#web/kit/i18n/useTextAreas.ts';
import { useAddress } from '#web/kit/routing/address.ts';
import { agedSources, fetchFire, fireDataStatus, firesNow, followFires } from '#web/sky/fires/currentFires.ts';
import { type RenderedFires, useFiresBox, useFiresOnMap } from '#web/sky/fires/renderedFires.ts';
import { loadStrike } from '#web/sky/loadStrike.ts';
import { bothClocksText } from '#web/sky/timeText.ts';
import { formatFireAddress, parseFireAddress } from '#web/tools/fires/fireText.ts';
import resultStyles from '#web/tools/query/query.module.css';
import { FireList, type FireState, listedFires, rankedCandidates, useFireTables } from './FireList.tsx';
import { DataStatusBox, FireSheet } from './FireSheet.tsx';
import styles from './Fires.module.css';

/** Texts for places and times. */
const AREAS = ['map'] as const;
const fireAddress = { parse: parseFireAddress, format: formatFireAddress };
const EVERY_MS = 60_000;

export default function FiresScreen() {
  const { LL, locale } = useTexts();
  const texts = LL.fires;
  const hasTexts = useTextAreas(AREAS);
  useEffect(followFires, []);
  const { reported, failed, requestedMs } = useSnapshot(firesNow);
  const nowMs = useNow(systemClock, EVERY_MS);
  return (
    <div
      className={`${resultStyles.queryScreen} ${styles.screen}`}
      data-fires={reported ? 'told' : failed ? 'failed' : 'asked'}
    >
      <p>{texts.lead()}</p>
      {failed && (
        <p className={resultStyles.bad} role="alert">
          {reported && hasTexts ? texts.stale({ time: bothClocksText(requestedMs, nowMs, locale) }) : texts.failed()}
        </p>
      )}
      {reported && hasTexts ? (
        <Reported reported={reported as FiresBody} nowMs={Math.max(nowMs, requestedMs)} />
      ) : (
        !failed && <p role="status">{texts.running()}</p>
      )}
      {(reported || failed) && <FiresHelp />}
    </div>
  );
}

function Reported({ reported, nowMs }: { readonly reported: FiresBody; readonly nowMs: number }) {
  const { LL, locale } = useTexts();
  const texts = LL.fires;
  const { fires, next, simulated } = reported;
  const sources = useMemo(() => agedSources(reported, nowMs), [reported, nowMs]);
  const dataStatus = useMemo(() => fireDataStatus(sources), [sources]);
  const [state, setState] = useState<FireState | 'all'>('all');
  const [seenOnly, setSeenOnly] = useState(false);
  const tables = useFireTables();
  const [chosenId, choose] = useAddress(fireAddress, 'hash');
  const box = useFiresBox();
  const within = seenOnly ? box : undefined;
  const everywhere = useMemo(() => listedFires(fires, { state, within: undefined }, nowMs), [fires, state, nowMs]);
  const listed = useMemo(() => listedFires(fires, { state, within }, nowMs), [fires, state, within, nowMs]);
  const known = useMemo(() => fires.find(({ id }) => id === chosenId), [fires, chosenId]);
  const older = useOlderFire(known ? undefined : chosenId);
  const chosen = known ?? (older.kind === 'known' ? older.value : undefined);
  const strikes = useCandidateStrikes(chosen);
  const renderedFires = useMemo<RenderedFires>(
    () => ({
      fires: chosen && !everywhere.includes(chosen) ? [...everywhere, chosen] : everywhere,
      chosen,
      best: strikes?.[0],
      dataStatus,
      nowMs,
      onChoose: choose,
    }),
    [everywhere, chosen, strikes, dataStatus, nowMs, choose],
  );
  useFiresOnMap(renderedFires);
  const time = dataStatus.newestMs === undefined ? '' : bothClocksText(dataStatus.newestMs, nowMs, locale);
  const place = within ? texts.empty.inView() : texts.empty.atHome();
  const empty = dataStatus.newestMs === undefined ? texts.empty.noData() : texts.empty.listed({ place, time });
  return (
    <>
      {simulated && <p className={resultStyles.simulated}>{texts.simulated()}</p>}
      <DataStatusBox sources={sources} dataStatus={dataStatus} nowMs={nowMs} />
      {next && <p className={resultStyles.resultSmall}>{texts.cut({ count: fires.length })}</p>}
      {chosen ? (
        <FireSheet
          fire={chosen}
          strikes={strikes}
          nowMs={nowMs}
          tables={tables}
          onClose={() => {
            choose(undefined);
            // Once the list is rendered.
            requestAnimationFrame(() => document.getElementById('fires-list')?.focus());
          }}
        />
      ) : (
        <>
          {chosenId === null && (
            <p className={resultStyles.bad} role="alert">
              {texts.badLink()}
            </p>
          )}
          {older.kind === 'failed' && (
            <p className={resultStyles.bad} role="alert">
              {older.errorKind === 'missing' ? texts.gone() : texts.notOpened()}
            </p>
          )}
          <FireList
            fires={listed}
            state={state}
            onState={setState}
            seenOnly={seenOnly}
            onSeenOnly={box && setSeenOnly}
            empty={empty}
            nowMs={nowMs}
            tables={tables}
          />
        </>
      )}
    </>
  );
}

function useOlderFire(id: string | null | undefined) {
  return useQuery(id ?? undefined, (signal) => fetchFire(id ?? '', signal));
}

const FIRMS = 'https://www.earthdata.nasa.gov/data/tools/firms';

/** The meaning and limits of the figures, and the owner of the hotspots. */
function FiresHelp() {
  const texts = useTexts().LL.fires.notes;
  return (
    <div className={resultStyles.queryHelp}>
      <details>
        <summary>{texts.title()}</summary>
        <p>{texts.chance()}</p>
        <p>{texts.states()}</p>
        <p>{texts.seen()}</p>
        <p>{texts.drawn()}</p>
        <p>{texts.districts()}</p>
      </details>
      <p>
        {texts.credit()} <a href={FIRMS}>FIRMS</a> · <a href={FIRMS_DISCLAIMER}>{texts.disclaimer()}</a>
      </p>
    </div>
  );
}

/**
 * Strikes of a fire's candidates, by rank, which the list of fires omits; an entry is undefined if not found, and the
 * result while loading.
 */
function useCandidateStrikes(fire: FireBody | undefined): readonly (Strike | undefined)[] | undefined {
  const ids = fire && rankedCandidates(fire).map(({ strikeId }) => strikeId);
  const queryState = useQuery<readonly (Strike | undefined)[]>(ids && [fire?.id, ...ids].join(' '), async (signal) => {
    const found = await Promise.all((ids ?? []).map((id) => loadStrike(id, undefined, fetch, signal)));
    return { ok: true, value: found.map((one) => (one.ok ? one.value : undefined)) };
  });
  return queryState.kind === 'known' ? queryState.value : undefined;
}
