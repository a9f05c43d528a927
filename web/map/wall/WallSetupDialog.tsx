import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { type BBox, HOME_BOX } from '#shared/geo/BBox.ts';
import { boxAroundShape, type Shape } from '#shared/geo/Shape.ts';
import { decodeShape, encodeShape, shapeFault, shapeInAddress } from '#shared/geo/shapeCode.ts';
import { MAX_ROTATED_VIEWS } from '#shared/limits.ts';
import { POLYGON_CODE, REGION_CODE, WATCHED_SHAPE } from '#shared/watch/Area.ts';
import { REGION_BOX } from '#web/ground/view/mapQuery.ts';
import { withinChunkTimeout } from '#web/kit/browser/loadChunks.ts';
import { Button } from '#web/kit/components/Button.tsx';
import { Select } from '#web/kit/components/Choices.tsx';
import { Field } from '#web/kit/components/Field.tsx';
import { useFaultFocus } from '#web/kit/components/useFaultFocus.ts';
import type { ApiResult } from '#web/kit/http/ask.ts';
import { useQuery } from '#web/kit/http/useQuery.ts';
import { type Locale, useTexts } from '#web/kit/i18n/index.ts';
import { LOCALES, localeNames } from '#web/kit/i18n/locales.ts';
import { useTextAreas } from '#web/kit/i18n/useTextAreas.ts';
import { PlacePicker, useAskMap } from '#web/kit/places/PlacePicker.tsx';
import { EMPTY_ENTRY, entryOf, type PlaceEntry } from '#web/kit/places/usePlaceEntry.ts';
import { pathOf } from '#web/kit/routing/routes.ts';
import { builtSources } from '#web/kit/settings/namedParties.ts';
import { CardHead } from '#web/map/kit/buttons.tsx';
import kit from '#web/map/kit/Card.module.css';
import { loadRegions } from '#web/tools/analytics/loadAnalytics.ts';
import { loadRegionOutlines } from '#web/tools/analytics/region/outlines.ts';
import { byCountry } from '#web/tools/analytics/scope.ts';
import { CopiedText } from '#web/tools/watch/watchlist/CopiedText.tsx';
import { useTurnstileToken } from '#web/tools/watch/watchlist/useTurnstileToken.tsx';
import styles from './WallSetupDialog.module.css';
import {
  boxArea,
  changeWall,
  formatWallLink,
  keepWall,
  loadWall,
  MAX_TITLE_LENGTH,
  NEW_SETUP,
  parseWallLink,
  removeWall,
  replaceViewKey,
  roomAround,
  type SavedSetup,
  type WallLink,
  type WallSetup,
  wallAddressOf,
} from './wall.ts';
import { wallArea } from './wallArea.ts';

/** A wall setup while the user edits it. */
export interface WallDraft extends Omit<WallSetup, 'views' | 'area'> {
  /** A region code, `here` for the visible box of the map, `drawn`, or empty. */
  readonly outline: string;
  /** The outlined place that `drawn` refers to. */
  readonly drawn: PlaceEntry;
  readonly shows: Readonly<Record<'area' | 'region' | 'map' | 'before', boolean>>;
  /** Views of a saved setup that match no other option. */
  readonly before: readonly BBox[];
  readonly locale: Locale;
}

const NOTHING_DRAWN: PlaceEntry = { ...EMPTY_ENTRY, by: 'outline' };

export function newDraft(locale: Locale): WallDraft {
  const shows = { area: true, region: true, map: false, before: false };
  return { ...NEW_SETUP, outline: '', drawn: NOTHING_DRAWN, shows, before: [], locale };
}

/** The draft of a saved setup. Views that this dialog cannot edit are preserved. */
export function draftOf({ area = '', views, ...setup }: SavedSetup): WallDraft {
  const isRegion = (view: BBox) => Object.entries(REGION_BOX).every(([side, at]) => view[side as keyof BBox] === at);
  const others = views.filter((view) => !isRegion(view));
  const hasArea = area !== '' && others.length > 0;
  const before = hasArea ? others.slice(1) : others;
  const shows = { area: hasArea, region: views.some(isRegion), map: false, before: before.length > 0 };
  const shape = POLYGON_CODE.test(area) ? decodeShape(area) : undefined;
  const drawn = shape ? entryOf({ shape, name: '' }, setup.locale) : NOTHING_DRAWN;
  return { ...setup, outline: shape ? 'drawn' : area, drawn, shows, before };
}

/** `area`: missing, or not a polygon. `corners`: more than an address can hold. `outside`: outside the home area. */
export type DrawnAreaFault = 'area' | 'corners' | 'crossing' | 'outside';

/** The area as encoded in an address; undefined if there is none. */
export type DraftArea =
  | { readonly ok: true; readonly area: string | undefined }
  | { readonly ok: false; readonly fault: DrawnAreaFault };

export function draftArea({ outline, drawn }: Pick<WallDraft, 'outline' | 'drawn'>, box: BBox | undefined): DraftArea {
  if (outline === 'drawn') return drawnArea(drawn.taken?.shape);
  return { ok: true, area: outline === 'here' ? box && boxArea(box) : outline || undefined };
}

/** No width limit: an area without a level is outlined only. */
const LIMITS = { ...WATCHED_SHAPE, acrossKm: Number.POSITIVE_INFINITY };

function drawnArea(shape: Shape | undefined): DraftArea {
  if (shape?.type !== 'Polygon') return { ok: false, fault: 'area' };
  const error = shapeFault(shapeInAddress(shape), boxAroundShape(shape, 0), HOME_BOX, LIMITS);
  if (error !== null) return { ok: false, fault: error === 'corners' || error === 'crossing' ? error : 'outside' };
  const area = encodeShape(shape);
  return POLYGON_CODE.test(area) ? { ok: true, area } : { ok: false, fault: 'corners' };
}

/** `areaBox`: box of the outlined area, if known. `box`: the visible box of the map. */
export function setupOf(
  { outline, drawn, shows, before, ...rest }: WallDraft,
  area: string | undefined,
  areaBox: BBox | undefined,
  box: BBox | undefined,
): SavedSetup {
  const views = [
    ...(shows.area && areaBox ? [roomAround(areaBox)] : []),
    ...(shows.region ? [REGION_BOX] : []),
    ...(shows.map && box ? [roomAround(box)] : []),
    ...(shows.before ? before : []),
  ].slice(0, MAX_ROTATED_VIEWS);
  return { ...rest, area, views };
}

interface AreaSelectProps {
  readonly value: string;
  /** `area`: a region code, `here` for the visible box, `drawn`, or ''. `name`: the region's name. */
  readonly onChoose: (area: string, name: string) => void;
}

/** Countries and their districts; until the list has loaded, only the options that do not need it. */
export function AreaSelect({ value, onChoose }: AreaSelectProps) {
  const { LL, locale } = useTexts();
  const texts = LL.wallSetup;
  const regions = useQuery('regions', loadRegions);
  const countries = regions.kind === 'known' ? byCountry(regions.value, locale, LL) : [];
  const hint = regions.kind === 'loading' ? texts.areas() : undefined;
  return (
    <div>
      <Field label={texts.area()} hint={hint} error={regions.kind === 'failed' ? texts.noAreas() : undefined}>
        {(ties) => (
          <select
            {...ties}
            value={value}
            onChange={({ target }) => {
              const isNamed = REGION_CODE.test(target.value);
              onChoose(target.value, isNamed ? (target.selectedOptions[0]?.text ?? '') : '');
            }}
          >
            <option value="">{texts.region()}</option>
            <option value="here">{texts.here()}</option>
            <option value="drawn">{texts.drawn()}</option>
            {countries.map(({ name: country, code, regions: own }) => (
              <optgroup key={code} label={country}>
                {own.every((one) => one.code !== code) && <option value={code}>{country}</option>}
                {own.map((one) => (
                  <option key={one.code} value={one.code}>
                    {one.code === code ? country : one.name}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
        )}
      </Field>
      {regions.kind === 'failed' && <Button onClick={regions.retry}>{texts.retry()}</Button>}
    </div>
  );
}

const QrCode = lazy(() => withinChunkTimeout(import('#web/tools/watch/watchlist/QrCode.tsx')));

interface WallLinksProps {
  /** Address of the wall, relative to the site's root. */
  readonly address: string;
  /** Undefined until the wall is saved. */
  readonly link: WallLink | undefined;
  readonly locale: Locale;
}

/** Links that open the wall on another screen, and the link that edits it. */
export function WallLinks({ address, link, locale }: WallLinksProps) {
  const { LL } = useTexts();
  const words = LL.wallSetup;
  const absolute = (path: string) => new URL(path, window.location.href).href;
  return (
    <div className={styles.handed}>
      <CopiedText label={words.link()} text={absolute(address)} button={words.copy()} words={words} />
      <p>{words.scan()}</p>
      <Suspense>
        <QrCode text={absolute(address)} name={`QR: ${words.link()}`} />
      </Suspense>
      {link && (
        <CopiedText
          label={words.editLink()}
          text={absolute(`${pathOf('map', locale)}${formatWallLink(link, true)}`)}
          button={words.copy()}
          words={words}
        />
      )}
    </div>
  );
}

interface KeepWallProps {
  readonly setup: SavedSetup;
  /** Undefined until the wall is saved. */
  readonly link: WallLink | undefined;
  readonly onLink: (link: WallLink | undefined) => void;
}

/** Saves the setup on the server, or updates a saved one. */
export function KeepWall({ setup, link, onLink }: KeepWallProps) {
  const { LL } = useTexts();
  const words = LL.wallSetup;
  const [said, setSaid] = useState('');
  const [busy, setBusy] = useState(false);
  const { prove, widget } = useTurnstileToken();
  /** Shows the result of a call, or the reason of its failure. */
  const run = async <Value,>(call: () => Promise<ApiResult<Value> | undefined>, then: (value: Value) => string) => {
    setBusy(true);
    setSaid('');
    const asked = await call();
    setBusy(false);
    if (asked?.ok) return setSaid(then(asked.value));
    if (!asked) return setSaid(words.unproven());
    const why = { limited: words.busyNow, busy: words.busyNow, missing: words.gone };
    setSaid((why[asked.errorKind as keyof typeof why] ?? words.failed)());
  };
  const keep = () =>
    run(
      async () => {
        const proof = await prove();
        return proof.ok ? await keepWall(setup, proof.token) : undefined;
      },
      (kept) => {
        onLink(kept);
        return '';
      },
    );
  return (
    <div className={styles.keep}>
      {link ? (
        <div className={styles.actions}>
          <Button disabled={busy} onClick={() => run(() => changeWall(link, setup), words.saved)}>
            {words.save()}
          </Button>
          <Button
            disabled={busy}
            onClick={() =>
              run(
                () => replaceViewKey(link),
                ({ viewKey }) => {
                  onLink({ ...link, viewKey });
                  return '';
                },
              )
            }
          >
            {words.newKey()}
          </Button>
          <Button
            disabled={busy}
            onClick={() =>
              run(
                () => removeWall(link),
                () => {
                  onLink(undefined);
                  return words.removed();
                },
              )
            }
          >
            {words.remove()}
          </Button>
        </div>
      ) : (
        <>
          <p>{words.keepText()}</p>
          <Button disabled={busy} onClick={keep}>
            {busy ? words.keeping() : words.keep()}
          </Button>
        </>
      )}
      {widget}
      <p role="status">{said}</p>
    </div>
  );
}

const AREAS = ['wallSetup', 'analytics', 'outline'] as const;
const SECONDS = [10, 20, 30, 60, 120, 300] as const;
const NIGHTS = ['22-6', '21-7', '20-8', '23-5', 'never'] as const;

interface WallSetupDialogProps {
  /** The visible box of the map. */
  readonly box: BBox | undefined;
  /** True if there is a map to draw on. */
  readonly drawable: boolean;
  /** Called with the wall's address. */
  readonly onOpen: (address: string) => void;
  readonly onClose: () => void;
}

/** Sets up a wall. The setup is stored in the address until the user saves it on the server. */
export default function WallSetupDialog({ box, drawable, onOpen, onClose }: WallSetupDialogProps) {
  const { LL, locale } = useTexts();
  const words = LL.wallSetup;
  const ready = useTextAreas(AREAS);
  const [draft, setDraft] = useState(() => newDraft(locale));
  // The dialog is hidden while the user draws an area on the map.
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
  const outlines = useQuery('outlines', loadRegionOutlines);
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
  // A missing area is an error only after the user has tried to open the wall.
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
