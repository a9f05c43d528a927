import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import type { BBox } from '#shared/geo/BBox.ts';
import { MAX_ROTATED_VIEWS } from '#shared/limits.ts';
import { REGION_BOX } from '#web/ground/view/viewBox.ts';
import { Button } from '#web/kit/components/Button.tsx';
import { Select } from '#web/kit/components/Choices.tsx';
import { Field } from '#web/kit/components/Field.tsx';
import { useAsked } from '#web/kit/http/useAsked.ts';
import { type Locale, useTexts } from '#web/kit/i18n/index.ts';
import { LOCALES, localeNames } from '#web/kit/i18n/locales.ts';
import { useTextAreas } from '#web/kit/i18n/useTextAreas.ts';
import { pathOf } from '#web/kit/routing/routes.ts';
import { CardHead } from '#web/map/kit/buttons.tsx';
import kit from '#web/map/kit/Card.module.css';
import { loadRegionOutlines } from '#web/tools/analytics/region/outlines.ts';
import { CopiedText } from '#web/tools/watch/book/CopiedText.tsx';
import { AreaSelect } from './AreaSelect.tsx';
import { KeepWall } from './KeepWall.tsx';
import { formatWallLink, type KeptSetup, loadWall, parseWallLink, wallAddressOf } from './keptWall.ts';
import styles from './WallSetupDialog.module.css';
import { MAX_TITLE_LENGTH } from './wallAddress.ts';
import { wallArea } from './wallArea.ts';
import { boxArea, NEW_SETUP, roomAround, type WallSetup } from './wallSetup.ts';

const QrCode = lazy(() => import('#web/tools/watch/book/QrCode.tsx'));

const AREAS = ['wallSetup', 'analytics'] as const;
const SECONDS = [10, 20, 30, 60, 120, 300] as const;
const NIGHTS = ['22-6', '21-7', '20-8', '23-5', 'never'] as const;

interface WallSetupDialogProps {
  /** What the map shows. */
  readonly box: BBox | undefined;
  /** Called with the address of the wall. */
  readonly onOpen: (address: string) => void;
  readonly onClose: () => void;
}

interface Draft extends Omit<WallSetup, 'views' | 'area'> {
  /** A region's code, `here` for the box of the map, a polygon that was kept, or empty. */
  readonly outline: string;
  readonly shows: Readonly<Record<'area' | 'region' | 'map' | 'before', boolean>>;
  /** Views of a kept setup that are none of the others. */
  readonly before: readonly BBox[];
  readonly locale: Locale;
}

/** Sets a wall up: with an outline and two views it takes three clicks. It lives in the address until it is kept. */
export default function WallSetupDialog({ box, onOpen, onClose }: WallSetupDialogProps) {
  const { LL, locale } = useTexts();
  const words = LL.wallSetup;
  const dialog = useRef<HTMLDialogElement>(null);
  const ready = useTextAreas(AREAS);
  const [draft, setDraft] = useState<Draft>({
    ...NEW_SETUP,
    outline: '',
    shows: { area: true, region: true, map: false, before: false },
    before: [],
    locale,
  });
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
  const change = (part: Partial<Draft>) => setDraft((present) => ({ ...present, ...part }));
  const outlines = useAsked('outlines', loadRegionOutlines);
  const area = draft.outline === 'here' ? box && boxArea(box) : draft.outline || undefined;
  const outlined = wallArea(area, outlines.kind === 'known' ? outlines.value : undefined);
  const views = [
    ...(draft.shows.area && outlined.kind === 'known' ? [roomAround(outlined.box)] : []),
    ...(draft.shows.region ? [REGION_BOX] : []),
    ...(draft.shows.map && box ? [roomAround(box)] : []),
    ...(draft.shows.before ? draft.before : []),
  ].slice(0, MAX_ROTATED_VIEWS);
  const { outline, shows, before, locale: shownIn, ...rest } = draft;
  const setup: KeptSetup = { ...rest, area, views, locale: shownIn };
  const address = wallAddressOf(setup) + (link ? formatWallLink(link, false) : '');
  useEffect(() => {
    if (ready && dialog.current?.open === false) dialog.current.showModal();
  }, [ready]);
  if (!ready) return null;
  const show = (part: keyof Draft['shows'], text: string) => (
    <Check checked={shows[part]} text={text} onChange={(shown) => change({ shows: { ...shows, [part]: shown } })} />
  );
  return (
    <dialog ref={dialog} className={`${kit.card} ${styles.dialog}`} aria-label={words.title()} onClose={onClose}>
      <CardHead title={words.title()} name={LL.map.dialog.cancel()} onClick={() => dialog.current?.close()} />
      <p>{words.lead()}</p>
      <div className={styles.parts}>
        <div className={styles.fields}>
          <AreaSelect
            value={outline}
            onChoose={(chosen, name) => change({ outline: chosen, title: name.slice(0, MAX_TITLE_LENGTH) })}
          />
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
          {views.length > 1 && (
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
            value={shownIn}
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
            {outlined.kind === 'known' && outlined.guarded && (
              <Check checked={draft.level} text={words.level()} onChange={(level) => change({ level })} />
            )}
            <Check checked={draft.sound} text={words.sound()} onChange={(sound) => change({ sound })} />
            <Check
              checked={draft.theme === 'light'}
              text={words.light()}
              onChange={(light) => change({ theme: light ? 'light' : 'dark' })}
            />
          </fieldset>
        </div>
        <Handed link={absolute(address)}>
          {link && (
            <CopiedText
              label={words.editLink()}
              text={absolute(`${pathOf('map', shownIn)}${formatWallLink(link, true)}`)}
              button={words.copy()}
              words={words}
            />
          )}
        </Handed>
      </div>
      {gone && <p role="alert">{words.gone()}</p>}
      <KeepWall setup={setup} link={link} onLink={setLink} />
      <div className={styles.actions}>
        <Button kind="primary" onClick={() => onOpen(address)}>
          {words.open()}
        </Button>
      </div>
    </dialog>
  );
}

interface HandedProps {
  readonly link: string;
  readonly children: ReactNode;
}

/** What takes the wall to another screen. */
function Handed({ link, children }: HandedProps) {
  const { LL } = useTexts();
  const words = LL.wallSetup;
  return (
    <div className={styles.handed}>
      <CopiedText label={words.link()} text={link} button={words.copy()} words={words} />
      <p>{words.scan()}</p>
      <Suspense>
        <QrCode text={link} name={`QR: ${words.link()}`} />
      </Suspense>
      {children}
    </div>
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

const absolute = (address: string) => new URL(address, window.location.href).href;

/** A kept setup as it was chosen; what of it cannot be chosen here stays as it was. */
function draftOf({ area, views, ...setup }: KeptSetup): Draft {
  const isRegion = (view: BBox) => Object.entries(REGION_BOX).every(([side, at]) => view[side as keyof BBox] === at);
  const others = views.filter((view) => !isRegion(view));
  const hasArea = area !== undefined && others.length > 0;
  const before = hasArea ? others.slice(1) : others;
  const shows = { area: hasArea, region: views.some(isRegion), map: false, before: before.length > 0 };
  return { ...setup, outline: area ?? '', shows, before };
}
