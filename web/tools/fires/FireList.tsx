import { memo, useEffect, useMemo, useState } from 'react';
import type { FireBody } from '#shared/fires/bodies.ts';
import { type BBox, bboxContains } from '#shared/geo/BBox.ts';
import { DAY_MS } from '#shared/time.ts';
import { usePointedLine } from '#web/ground/picture/ResultPicture.tsx';
import { Button } from '#web/kit/components/Button.tsx';
import { Select } from '#web/kit/components/Choices.tsx';
import form from '#web/kit/components/Form.module.css';
import { useQuery } from '#web/kit/http/useQuery.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { loadNearestPlaces, useNearestPlaces } from '#web/kit/places/NearestPlaces.ts';
import { loadRegions } from '#web/kit/places/regions/loadRegions.ts';
import { spanText } from '#web/sky/timeText.ts';
import { formatFireAddress } from '#web/tools/fires/fireText.ts';
import resultStyles from '#web/tools/query/query.module.css';
import styles from './Fires.module.css';
import { fireDistrictText, fireTownText, powerText, verdictText } from './fireText.ts';

export type FireState = FireBody['state'];
export const FIRE_STATES = [
  'likely',
  'possible',
  'unlikely',
  'none',
  'incomplete',
] as const satisfies readonly FireState[];

/** A fire's weight halves for each day that no satellite sees it. */
const HALF_MS = DAY_MS;

/** Which fires are listed. */
interface FireChoice {
  readonly state: FireState | 'all';
  /** Only fires in this box; undefined for no limit. */
  readonly within: BBox | undefined;
}

/** Chance by freshness: fires from lightning that burn now come first. */
function urgencyOf({ chance, lastSeen }: Pick<FireBody, 'chance' | 'lastSeen'>, nowMs: number): number {
  return chance * 2 ** (-Math.max(0, nowMs - Date.parse(lastSeen)) / HALF_MS);
}

/** The most urgent first; equal ones by last seen, then by id. */
export function listedFires(
  fires: readonly FireBody[],
  { state, within }: FireChoice,
  nowMs: number,
): readonly FireBody[] {
  return fires
    .filter((fire) => state === 'all' || fire.state === state)
    .filter(({ longitude, latitude }) => !within || bboxContains(within, longitude, latitude))
    .map((fire) => ({ fire, urgency: urgencyOf(fire, nowMs) }))
    .sort(
      (a, b) =>
        b.urgency - a.urgency ||
        Date.parse(b.fire.lastSeen) - Date.parse(a.fire.lastSeen) ||
        (a.fire.id < b.fire.id ? -1 : 1),
    )
    .map(({ fire }) => fire);
}

/** Largest share of the expected lightning ignitions there first. */
export function rankedCandidates({ candidates }: Pick<FireBody, 'candidates'>): FireBody['candidates'] {
  return candidates.toSorted((a, b) => b.share - a.share);
}

/** Names of places and districts, once loaded; the same object until then. Without them fires have coordinates. */
export function useFireTables() {
  const places = useNearestPlaces();
  const queryState = useQuery('regions', loadRegions);
  const districts = queryState.kind === 'known' ? queryState.value : undefined;
  useEffect(() => {
    void loadNearestPlaces();
  }, []);
  return useMemo(() => ({ places, districts }), [places, districts]);
}

export type FireTables = ReturnType<typeof useFireTables>;

/** Rows rendered at first, and added by each press. */
const ROWS = 30;

interface FireListProps {
  readonly fires: readonly FireBody[];
  readonly state: FireState | 'all';
  readonly onState: (state: FireState | 'all') => void;
  readonly seenOnly: boolean;
  /** Undefined if there is no map with a visible box. */
  readonly onSeenOnly: ((seenOnly: boolean) => void) | undefined;
  /** Text for an empty list. */
  readonly empty: string;
  readonly nowMs: number;
  readonly tables: FireTables;
}

export function FireList(props: FireListProps) {
  const { fires, state, onState, seenOnly, onSeenOnly, empty, nowMs, tables } = props;
  const { LL } = useTexts();
  const texts = LL.fires;
  const [rows, setRows] = useState(ROWS);
  const visible = fires.slice(0, rows);
  return (
    <section className={styles.list} aria-labelledby="fires-list">
      <h2 id="fires-list" tabIndex={-1}>
        {texts.list.title()}
      </h2>
      <div className={styles.choice}>
        <Select
          label={texts.list.state()}
          options={[['all', texts.list.all()], ...FIRE_STATES.map((one) => [one, texts.state[one]()] as const)]}
          value={state}
          onChoose={onState}
        />
        {onSeenOnly && (
          <label className={form.check}>
            <input type="checkbox" checked={seenOnly} onChange={({ target }) => onSeenOnly(target.checked)} />
            {texts.list.seenOnly()}
          </label>
        )}
      </div>
      <p role="status">{fires.length === 0 ? empty : texts.list.found({ count: fires.length })}</p>
      {fires.length > 0 && <p className={resultStyles.resultSmall}>{texts.meaning()}</p>}
      <ol className={styles.fires}>
        {visible.map((fire) => (
          <FireRow key={fire.id} fire={fire} nowMs={nowMs} tables={tables} />
        ))}
      </ol>
      {fires.length > visible.length && (
        <Button onClick={() => setRows(rows + ROWS)}>
          {texts.list.more({ count: Math.min(ROWS, fires.length - visible.length) })}
        </Button>
      )}
    </section>
  );
}

interface FireRowProps {
  readonly fire: FireBody;
  readonly nowMs: number;
  readonly tables: FireTables;
}

const FireRow = memo(function FireRow({ fire, nowMs, tables }: FireRowProps) {
  const { LL, locale } = useTexts();
  const texts = LL.fires;
  const line = usePointedLine<HTMLLIElement>(fire.id);
  const ago = spanText(nowMs - Date.parse(fire.lastSeen), locale);
  const where = [fireTownText(fire, tables.places, LL, locale), fireDistrictText(fire, tables.districts, locale)];
  return (
    <li {...line} data-fire={fire.id} data-state={fire.state}>
      <a href={formatFireAddress(fire.id)}>
        <strong>{verdictText(fire, LL, locale)}</strong>
        <span>{where.filter(Boolean).join(' · ')}</span>
        <span className={styles.soft}>
          {[texts.seenAgo({ ago }), powerText(fire, LL, locale), ...(fire.static ? [texts.static()] : [])].join(' · ')}
        </span>
      </a>
    </li>
  );
});
