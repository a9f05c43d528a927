import { type FormEvent, useCallback, useRef, useState } from 'react';
import type { Shape } from '#shared/geo/Shape.ts';
import type { AreaView } from '#shared/watch/bodies.ts';
import { Button } from '#web/kit/components/Button.tsx';
import { Choices } from '#web/kit/components/Choices.tsx';
import form from '#web/kit/components/Form.module.css';
import { useTexts } from '#web/kit/i18n/index.ts';
import { DwellField, parseTypedRules, RingFields, typedRules, useTypedRings } from '#web/tools/watch/RingFields.tsx';
import { flooredKmText } from '#web/tools/watch/words.ts';
import { callWatchlist, faultText } from './callWatchlist.ts';
import styles from './Watchlist.module.css';

interface AreaRulesProps {
  readonly path: string;
  readonly ownerKey: string;
  readonly area: AreaView;
  /** The area's shape: the same object until its rules are edited. */
  readonly shape: Shape;
  /** The map shows the rings: the form is open next to it. */
  readonly onMap: boolean;
  readonly onChanged: () => void;
}

interface Rules extends Pick<AreaView, 'kind'> {
  readonly rings: readonly string[];
  readonly dwell: string;
}

const rulesOf = ({ ringsKm, dwellMin, kind }: AreaView): Rules => ({
  rings: ringsKm.map(String),
  dwell: String(dwellMin),
  kind,
});

/** Changes the distances, the wait, and whether it is a work site. A change does not lower a level by itself. */
export function AreaRules({ path, ownerKey, area, shape, onMap, onChanged }: AreaRulesProps) {
  const { LL, locale } = useTexts();
  const texts = LL.watchlist.rules;
  const section = useRef<HTMLDetailsElement>(null);
  /** Unsaved input stays, even if someone else saves. */
  const [typed, setTyped] = useState<Partial<Rules>>({});
  /** The revision that the saved rules replace. */
  const [saved, setSaved] = useState<number>();
  const [busy, setBusy] = useState(false);
  const [ringsError, setRingsError] = useState<string>();
  const [outcome, setOutcome] = useState<{ readonly failed: boolean; readonly said: string }>();
  if (saved !== undefined && saved !== area.revision) {
    setSaved(undefined);
    setTyped({});
  }
  const known = rulesOf(area);
  const { rings, dwell, kind } = { ...known, ...typed };
  const isUnsaved = kind !== known.kind || typedRules(rings, dwell) !== typedRules(known.rings, known.dwell);
  const change = useCallback((changes: Partial<Rules>) => {
    setSaved(undefined);
    setOutcome(undefined);
    setTyped((before) => ({ ...before, ...changes }));
  }, []);
  const moveRings = useCallback(
    (moved: readonly string[]) => {
      change({ rings: moved });
      section.current?.scrollIntoView({ block: 'nearest' });
    },
    [change],
  );
  useTypedRings(shape, rings, moveRings);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const parsed = parseTypedRules(rings, dwell);
    setOutcome(undefined);
    setRingsError(parsed?.ok === false ? LL.watch.fault[parsed.fault]() : undefined);
    if (!parsed?.ok) return;
    const { name, least, approachOnly } = area;
    const { ringsKm, dwellMin } = parsed.place;
    setBusy(true);
    const body = { name, kind, shape, ringsKm, dwellMin, least, approachOnly };
    const put = await callWatchlist(path, { method: 'PUT', key: ownerKey, body });
    setBusy(false);
    setOutcome(put.ok ? { failed: false, said: LL.recipients.saved() } : { failed: true, said: faultText(put, LL) });
    if (!put.ok) return;
    setSaved(area.revision);
    onChanged();
  };
  const km = (index: number) => flooredKmText(area.ringsKm[index] ?? 0, locale);
  return (
    <details ref={section} className={styles.section} open={onMap} data-rules>
      <summary>
        <h2>{texts.title()}</h2>
      </summary>
      <form className={styles.rules} onSubmit={save} noValidate>
        <RingFields rings={rings} onChange={(next) => change({ rings: next })} error={ringsError} />
        <DwellField dwell={dwell} onChange={(next) => change({ dwell: next })} />
        <Choices
          legend={LL.watchlist.keep.kind()}
          options={[
            ['personal', LL.watchlist.keep.personal()],
            ['site', LL.watchlist.keep.site()],
          ]}
          value={kind}
          onChoose={(next) => change({ kind: next })}
        />
        {kind === 'site' && known.kind !== 'site' && <p>{texts.opens()}</p>}
        <Button type="submit" disabled={busy}>
          {LL.recipients.save()}
        </Button>
        <p role="status" className={outcome?.failed ? form.error : styles.said}>
          {outcome?.said}
        </p>
        {isUnsaved && saved === undefined && (
          <p data-unsaved>{texts.unsaved({ watch: km(0), warning: km(1), stop: km(2), min: area.dwellMin })}</p>
        )}
      </form>
    </details>
  );
}
