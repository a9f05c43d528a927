import { type FormEvent, Suspense, useCallback, useId, useRef, useState } from 'react';
import { systemClock } from '#shared/Clock.ts';
import type { Shape } from '#shared/geo/Shape.ts';
import type { AreaView, MuteBody, RecipientView } from '#shared/watch/bodies.ts';
import { Button } from '#web/kit/components/Button.tsx';
import { Choices } from '#web/kit/components/Choices.tsx';
import form from '#web/kit/components/Form.module.css';
import type { ApiResult } from '#web/kit/http/requestApi.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import type { WatchlistPlace } from '#web/kit/routing/routes.ts';
import { DwellField, parseTypedRules, RingFields, typedRules, useTypedRings } from '#web/tools/watch/RingFields.tsx';
import { SkillResult } from '#web/tools/watch/skill/lazySkill.tsx';
import { flooredKmText, minutesText } from '#web/tools/watch/watchTexts.ts';
import { callErrorOf, callWatchlist, errorText, type MuteKey } from './deviceWatchlists.ts';
import styles from './Watchlist.module.css';

const HOURS = [1, 4, 12] as const;
const MOST_MIN = 720;

interface MuteBoxProps {
  readonly place: WatchlistPlace;
  /** Null if the link is incomplete. */
  readonly mute: MuteKey | null;
}

/** Asks before it mutes: link previews, and people it was forwarded to, must change nothing. */
export function MuteBox({ place, mute }: MuteBoxProps) {
  const { LL } = useTexts();
  const texts = LL.watch.watchlist.muting;
  const id = useId();
  const [busy, setBusy] = useState(false);
  const [called, setCalled] = useState<ApiResult<RecipientView>>();
  const request = async ({ recipient, key }: MuteKey, body: MuteBody) => {
    setBusy(true);
    const path = `/${place.id}/recipients/${recipient}/mute`;
    setCalled(await callWatchlist<RecipientView>(path, { method: 'POST', key, body }));
    setBusy(false);
  };
  return (
    <section className={styles.section} aria-labelledby={id} data-muting>
      <h2 id={id}>{texts.title()}</h2>
      {mute ? (
        <>
          <p>{texts.text()}</p>
          <div className={styles.row}>
            {HOURS.map((hours) => (
              <Button key={hours} disabled={busy} onClick={() => request(mute, { forMin: hours * 60 })}>
                {texts.for({ hours })}
              </Button>
            ))}
            <Button disabled={busy} onClick={() => request(mute, { forMin: MOST_MIN, untilClearOf: place.area })}>
              {texts.untilClear()}
            </Button>
            <Button disabled={busy} onClick={() => request(mute, { forMin: 0 })}>
              {texts.end()}
            </Button>
          </div>
          <Outcome called={called} />
        </>
      ) : (
        <p role="alert" className={form.error}>
          {texts.broken()}
        </p>
      )}
    </section>
  );
}

function Outcome({ called }: { readonly called: ApiResult<RecipientView> | undefined }) {
  const { LL, locale } = useTexts();
  const texts = LL.watch.watchlist.muting;
  const textOf = () => {
    if (!called) return '';
    if (!called.ok) {
      const error = callErrorOf(called);
      // The only invalid request here: to wait for an all-clear without an alarm.
      if (error === 'invalid') return texts.clear();
      return error === 'key' || error === 'right' || error === 'gone' ? texts[error]() : errorText(called, LL);
    }
    const { name, mutedUntil, mutedUntilClearOf } = called.value;
    if (mutedUntil === undefined) return texts.heard({ name });
    const time = minutesText(mutedUntil, locale, systemClock.now());
    return mutedUntilClearOf === undefined ? texts.muted({ name, time }) : texts.mutedUntilClear({ name, time });
  };
  return (
    <p role="status" className={called && !called.ok ? form.error : styles.said}>
      {textOf()}
    </p>
  );
}

/** How good the alarms of each area were, loaded when it is opened. */
export function AreaSkills({ areas }: { readonly areas: readonly AreaView[] }) {
  return areas.map((area) => <AreaSkill key={`${area.id}/${area.revision}`} area={area} named={areas.length > 1} />);
}

function AreaSkill({ area, named }: { readonly area: AreaView; readonly named: boolean }) {
  const { LL } = useTexts();
  const { title } = LL.watch.watchlist.skill;
  const [opened, setOpened] = useState(false);
  return (
    <details
      className={styles.section}
      data-skill
      onToggle={({ currentTarget }) => setOpened(opened || currentTarget.open)}
    >
      <summary>
        <h2>{named ? `${title()} ${area.name}` : title()}</h2>
      </summary>
      {opened && (
        <Suspense>
          <SkillResult query={area} open errorText={(error) => errorText(error, LL)} />
        </Suspense>
      )}
    </details>
  );
}

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
  const texts = LL.watch.watchlist.rules;
  const section = useRef<HTMLDetailsElement>(null);
  /** Unsaved input stays, even if someone else saves. */
  const [typed, setTyped] = useState<Partial<Rules>>({});
  /** The revision that the saved rules replace. */
  const [saved, setSaved] = useState<number>();
  const [busy, setBusy] = useState(false);
  const [ringsError, setRingsError] = useState<string>();
  const [outcome, setOutcome] = useState<{ readonly failed: boolean; readonly text: string }>();
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
    setRingsError(parsed?.ok === false ? LL.watch.fault[parsed.error]() : undefined);
    if (!parsed?.ok) return;
    const { name, least, approachOnly } = area;
    const { ringsKm, dwellMin } = parsed.place;
    setBusy(true);
    const body = { name, kind, shape, ringsKm, dwellMin, least, approachOnly };
    const put = await callWatchlist(path, { method: 'PUT', key: ownerKey, body });
    setBusy(false);
    setOutcome(
      put.ok ? { failed: false, text: LL.watch.recipients.saved() } : { failed: true, text: errorText(put, LL) },
    );
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
          legend={LL.watch.watchlist.keep.kind()}
          options={[
            ['personal', LL.watch.watchlist.keep.personal()],
            ['site', LL.watch.watchlist.keep.site()],
          ]}
          value={kind}
          onChoose={(next) => change({ kind: next })}
        />
        {kind === 'site' && known.kind !== 'site' && <p>{texts.opens()}</p>}
        <Button type="submit" disabled={busy}>
          {LL.watch.recipients.save()}
        </Button>
        <p role="status" className={outcome?.failed ? form.error : styles.said}>
          {outcome?.text}
        </p>
        {isUnsaved && saved === undefined && (
          <p data-unsaved>{texts.unsaved({ watch: km(0), warning: km(1), stop: km(2), min: area.dwellMin })}</p>
        )}
      </form>
    </details>
  );
}
