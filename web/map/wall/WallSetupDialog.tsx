import { useEffect, useMemo, useState } from 'react';
import type { BBox } from '#shared/geo/BBox.ts';
import { Button } from '#web/kit/components/Button.tsx';
import { Select } from '#web/kit/components/Choices.tsx';
import { Field } from '#web/kit/components/Field.tsx';
import { useFaultFocus } from '#web/kit/components/useFaultFocus.ts';
import { useAsked } from '#web/kit/http/useAsked.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { LOCALES, localeNames } from '#web/kit/i18n/locales.ts';
import { useTextAreas } from '#web/kit/i18n/useTextAreas.ts';
import { PlacePicker } from '#web/kit/places/PlacePicker.tsx';
import { useAskMap } from '#web/kit/places/useAskMap.ts';
import { entryOf } from '#web/kit/places/usePlaceEntry.ts';
import { builtSources } from '#web/kit/settings/namedParties.ts';
import { CardHead } from '#web/map/kit/buttons.tsx';
import kit from '#web/map/kit/Card.module.css';
import { loadRegionOutlines } from '#web/tools/analytics/region/outlines.ts';
import { AreaSelect } from './AreaSelect.tsx';
import { KeepWall } from './KeepWall.tsx';
import { formatWallLink, loadWall, parseWallLink, wallAddressOf } from './keptWall.ts';
import { WallLinks } from './WallLinks.tsx';
import styles from './WallSetupDialog.module.css';
import { MAX_TITLE_LENGTH } from './wallAddress.ts';
import { wallArea } from './wallArea.ts';
import { draftArea, draftOf, newDraft, setupOf, type WallDraft } from './wallDraft.ts';
import type { WallSetup } from './wallSetup.ts';

const AREAS = ['wallSetup', 'analytics', 'outline'] as const;
const SECONDS = [10, 20, 30, 60, 120, 300] as const;
const NIGHTS = ['22-6', '21-7', '20-8', '23-5', 'never'] as const;

interface WallSetupDialogProps {
  /** What the map shows. */
  readonly box: BBox | undefined;
  /** There is a map to draw on. */
  readonly drawable: boolean;
  /** Called with the address of the wall. */
  readonly onOpen: (address: string) => void;
  readonly onClose: () => void;
}

/** Sets a wall up: with an outline and two views it takes three clicks. It lives in the address until it is kept. */
export default function WallSetupDialog({ box, drawable, onOpen, onClose }: WallSetupDialogProps) {
  const { LL, locale } = useTexts();
  const words = LL.wallSetup;
  const ready = useTextAreas(AREAS);
  const [draft, setDraft] = useState(() => newDraft(locale));
  // The dialog goes while its area is drawn, and comes back.
  const { kind: drawing, ask } = useAskMap((shape) => {
    if (shape) change({ drawn: entryOf({ shape, name: '' }, locale) });
  });
  const [refused, setRefused] = useState(false);
  const { form: dialog, focusFault } = useFaultFocus<HTMLDialogElement>();
  const [link, setLink] = useState(() => parseWallLink(window.location.hash));
  const [gone, setGone] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with the link that the page was opened with
  useEffect(() => {
    if (!link?.editKey) return setLink(undefined);
    const leaving = new AbortController();
    void loadWall(link, leaving.signal).then((asked) => {
      if (leaving.signal.aborted) return;
      if (asked.ok) setDraft(draftOf(asked.value));
      else {
        setGone(true);
        setLink(undefined);
      }
    });
    return () => leaving.abort();
  }, []);
  const change = (part: Partial<WallDraft>) => setDraft((present) => ({ ...present, ...part }));
  const outlines = useAsked('outlines', loadRegionOutlines);
  const given = draftArea(draft, box);
  const area = given.ok ? given.area : undefined;
  const known = outlines.kind === 'known' ? outlines.value : undefined;
  const outlined = useMemo(() => wallArea(area, known), [area, known]);
  const setup = setupOf(draft, area, outlined.kind === 'known' ? outlined.box : undefined, box);
  const address = wallAddressOf(setup) + (link ? formatWallLink(link, false) : '');
  useEffect(() => {
    const { current } = dialog;
    if (!ready || !current) return;
    if (drawing) return current.close();
    current.showModal();
    current.querySelector<HTMLElement>('[data-draw]')?.focus();
  }, [ready, drawing, dialog]);
  if (!ready) return null;
  const { outline, drawn, shows, before } = draft;
  // Before it is asked for, an area that is not there yet is no fault.
  const fault = given.ok || (given.fault === 'area' && !refused) ? undefined : given.fault;
  const open = () => {
    if (given.ok) return onOpen(address);
    setRefused(true);
    focusFault();
  };
  const show = (part: keyof WallDraft['shows'], text: string) => (
    <Check checked={shows[part]} text={text} onChange={(shown) => change({ shows: { ...shows, [part]: shown } })} />
  );
  return (
    <dialog
      ref={dialog}
      className={`${kit.card} ${styles.dialog}`}
      aria-label={words.title()}
      onClose={() => !drawing && onClose()}
    >
      <CardHead title={words.title()} name={LL.map.dialog.cancel()} onClick={() => dialog.current?.close()} />
      <p>{words.lead()}</p>
      <div className={styles.parts}>
        <div className={styles.fields}>
          <AreaSelect
            value={outline}
            onChoose={(chosen, name) => change({ outline: chosen, title: name.slice(0, MAX_TITLE_LENGTH) })}
          />
          {outline === 'drawn' && (
            <div className={styles.drawn}>
              {drawable && (
                <Button data-draw onClick={() => ask('polygon')}>
                  {drawn.taken ? words.again() : words.draw()}
                </Button>
              )}
              <PlacePicker
                entry={drawn}
                onChange={(entry) => change({ drawn: entry })}
                error={fault && words.fault[fault]()}
                outlines="only"
              />
            </div>
          )}
          <Field label={words.name()} hint={words.nameHint()}>
            {(ties) => (
              <input
                {...ties}
                type="text"
                maxLength={MAX_TITLE_LENGTH}
                value={draft.title}
                onChange={({ target }) => change({ title: target.value })}
              />
            )}
          </Field>
          <fieldset>
            <legend>{words.views()}</legend>
            {outline !== '' && show('area', words.ofArea())}
            {show('region', words.ofRegion())}
            {outline !== 'here' && show('map', words.ofMap())}
            {before.length > 0 && show('before', words.ofBefore())}
          </fieldset>
          {setup.views.length > 1 && (
            <Select
              label={words.seconds()}
              options={SECONDS.map((seconds) => [1_000 * seconds, String(seconds)])}
              value={draft.everyMs}
              onChoose={(everyMs) => change({ everyMs })}
            />
          )}
        </div>
        <div className={styles.fields}>
          <Select
            label={words.language()}
            options={LOCALES.map((offered) => [offered, localeNames[offered]])}
            value={draft.locale}
            onChoose={(chosen) => change({ locale: chosen })}
          />
          <Select
            label={words.night()}
            options={NIGHTS.map((night) => {
              const [from = '', to = ''] = night.split('-');
              return [night, night === 'never' ? words.never() : words.hours({ from: `${from}:00`, to: `${to}:00` })];
            })}
            value={draft.night?.join('-') ?? 'never'}
            onChoose={(night) => change({ night: nightOf(night) })}
          />
          <fieldset>
            {outlined.kind === 'known' &&
              (outlined.guarded && builtSources.mayWarn ? (
                <Check checked={draft.level} text={words.level()} onChange={(level) => change({ level })} />
              ) : (
                <p>{words.noLevel()}</p>
              ))}
            <Check checked={draft.sound} text={words.sound()} onChange={(sound) => change({ sound })} />
            <Check
              checked={draft.theme === 'light'}
              text={words.light()}
              onChange={(light) => change({ theme: light ? 'light' : 'dark' })}
            />
          </fieldset>
        </div>
        {given.ok && <WallLinks address={address} link={link} locale={draft.locale} />}
      </div>
      {gone && <p role="alert">{words.gone()}</p>}
      {given.ok && <KeepWall setup={setup} link={link} onLink={setLink} />}
      <div className={styles.actions}>
        <Button kind="primary" onClick={open}>
          {words.open()}
        </Button>
      </div>
    </dialog>
  );
}

function nightOf(text: string): WallSetup['night'] {
  const [from, to] = text.split('-').map(Number);
  return from === undefined || to === undefined ? null : [from, to];
}

interface CheckProps {
  readonly checked: boolean;
  readonly text: string;
  readonly onChange: (checked: boolean) => void;
}

function Check({ checked, text, onChange }: CheckProps) {
  return (
    <label>
      <input type="checkbox" checked={checked} onChange={({ target }) => onChange(target.checked)} />
      {text}
    </label>
  );
}
