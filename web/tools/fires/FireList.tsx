import { memo, useState } from 'react';
import type { FireBody } from '#shared/fires/bodies.ts';
import { usePointedLine } from '#web/ground/picture/pointedLine.tsx';
import { formatFireAddress } from '#web/kit/addresses/fireAddress.ts';
import { Button } from '#web/kit/components/Button.tsx';
import { Select } from '#web/kit/components/Choices.tsx';
import form from '#web/kit/components/Form.module.css';
import { useTexts } from '#web/kit/i18n/index.ts';
import { spanText } from '#web/sky/words/spanText.ts';
import answer from '#web/tools/query/QueryResult.module.css';
import styles from './Fires.module.css';
import { fireDistrictText, fireTownText, powerText, verdictText } from './fireText.ts';
import { FIRE_STATES, type FireState } from './listedFires.ts';
import type { FireTables } from './useFireTables.ts';

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
  const texts = LL.fireList;
  const [rows, setRows] = useState(ROWS);
  const shown = fires.slice(0, rows);
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
      {fires.length > 0 && <p className={answer.small}>{texts.meaning()}</p>}
      <ol className={styles.fires}>
        {shown.map((fire) => (
          <FireRow key={fire.id} fire={fire} nowMs={nowMs} tables={tables} />
        ))}
      </ol>
      {fires.length > shown.length && (
        <Button onClick={() => setRows(rows + ROWS)}>
          {texts.list.more({ count: Math.min(ROWS, fires.length - shown.length) })}
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
  const words = LL.fireList;
  const line = usePointedLine<HTMLLIElement>(fire.id);
  const ago = spanText(nowMs - Date.parse(fire.lastSeen), locale);
  const where = [fireTownText(fire, tables.places, LL, locale), fireDistrictText(fire, tables.districts, locale)];
  return (
    <li {...line} data-fire={fire.id} data-state={fire.state} data-static={fire.static}>
      <a href={formatFireAddress(fire.id)}>
        <strong>{verdictText(fire, LL, locale)}</strong>
        <span>{where.filter(Boolean).join(' · ')}</span>
        <span className={styles.soft}>
          {[words.seenAgo({ ago }), powerText(fire, LL, locale), ...(fire.static ? [words.static()] : [])].join(' · ')}
        </span>
      </a>
    </li>
  );
});
