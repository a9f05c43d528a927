import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { type BBox, HOME_BOX } from '#shared/geo/BBox.ts';
import { boxAroundShape, type Shape } from '#shared/geo/Shape.ts';
import { decodeShape, encodeShape, shapeError, shapeInAddress } from '#shared/geo/shapeCode.ts';
import { languageNames } from '#shared/languages.ts';
import { MAX_ROTATED_VIEWS } from '#shared/limits.ts';
import { POLYGON_CODE, REGION_CODE, WATCHED_SHAPE } from '#shared/watch/Area.ts';
import { REGION_BOX } from '#web/ground/view/mapQuery.ts';
import { withinChunkTimeout } from '#web/kit/browser/loadChunks.ts';
import { Button } from '#web/kit/components/Button.tsx';
import { Select } from '#web/kit/components/Choices.tsx';
import { Field } from '#web/kit/components/Field.tsx';
import { useErrorFocus } from '#web/kit/components/useErrorFocus.ts';
import type { ApiResult } from '#web/kit/http/requestApi.ts';
import { useQuery } from '#web/kit/http/useQuery.ts';
import { type Locale, useTexts } from '#web/kit/i18n/index.ts';
import { LOCALES } from '#web/kit/i18n/locales.ts';
import { useTextAreas } from '#web/kit/i18n/useTextAreas.ts';
import { PlacePicker, useMapRequest } from '#web/kit/places/PlacePicker.tsx';
import { byCountry, loadRegionOutlines, loadRegions } from '#web/kit/places/regions/loadRegions.ts';
import { EMPTY_ENTRY, entryOf, type PlaceEntry } from '#web/kit/places/usePlaceEntry.ts';
import { pathOf } from '#web/kit/routing/routes.ts';
import { builtSources } from '#web/kit/settings/namedParties.ts';
import { useTurnstileToken } from '#web/kit/turnstile/LazyTurnstile.tsx';
import { CardHead } from '#web/map/kit/buttons.tsx';
import kit from '#web/map/kit/cards.module.css';
import { CopiedText } from '#web/tools/watch/watchlist/CopiedLink.tsx';
import styles from './WallSetupDialog.module.css';
import {
  boxArea,
  changeWall,
  formatWallLink,
  loadWall,
  MAX_TITLE_LENGTH,
  NEW_SETUP,
  parseWallLink,
  removeWall,
  replaceViewKey,
  roomAround,
  type SavedSetup,
  saveWall,
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
  readonly outlineEntry: PlaceEntry;
  readonly shows: Readonly<Record<'area' | 'region' | 'map' | 'before', boolean>>;
  /** Views of a saved setup that match no other option. */
  readonly before: readonly BBox[];
  readonly locale: Locale;
}

const NO_OUTLINE: PlaceEntry = { ...EMPTY_ENTRY, by: 'outline' };

export function newDraft(locale: Locale): WallDraft {
  const shows = { area: true, region: true, map: false, before: false };
  return { ...NEW_SETUP, outline: '', outlineEntry: NO_OUTLINE, shows, before: [], locale };
}

/** The draft of a saved setup. Views that this dialog cannot edit are preserved. */
export function draftOf({ area = '', views, ...setup }: SavedSetup): WallDraft {
  const isRegion = (view: BBox) => Object.entries(REGION_BOX).every(([side, at]) => view[side as keyof BBox] === at);
  const others = views.filter((view) => !isRegion(view));
  const hasArea = area !== '' && others.length > 0;
  const before = hasArea ? others.slice(1) : others;
  const shows = { area: hasArea, region: views.some(isRegion), map: false, before: before.length > 0 };
  const shape = POLYGON_CODE.test(area) ? decodeShape(area) : undefined;
  const outlineEntry = shape ? entryOf({ shape, name: '' }, setup.locale) : NO_OUTLINE;
  return { ...setup, outline: shape ? 'drawn' : area, outlineEntry, shows, before };
}

/** `area`: missing, or not a polygon. `corners`: more than an address can hold. `outside`: outside the home area. */
export type AreaDrawingError = 'area' | 'corners' | 'crossing' | 'outside';

/** The area as encoded in an address; undefined if there is none. */
export type DraftArea =
  | { readonly ok: true; readonly area: string | undefined }
  | { readonly ok: false; readonly error: AreaDrawingError };

export function draftArea(
  { outline, outlineEntry }: Pick<WallDraft, 'outline' | 'outlineEntry'>,
  box: BBox | undefined,
): DraftArea {
  if (outline === 'drawn') return outlinedArea(outlineEntry.selected?.shape);
  return { ok: true, area: outline === 'here' ? box && boxArea(box) : outline || undefined };
}

/** No width limit: an area without a level is outlined only. */
const LIMITS = { ...WATCHED_SHAPE, acrossKm: Number.POSITIVE_INFINITY };

function outlinedArea(shape: Shape | undefined): DraftArea {
  if (shape?.type !== 'Polygon') return { ok: false, error: 'area' };
  const error = shapeError(shapeInAddress(shape), boxAroundShape(shape, 0), HOME_BOX, LIMITS);
  if (error !== null) return { ok: false, error: error === 'corners' || error === 'crossing' ? error : 'outside' };
  const area = encodeShape(shape);
  return POLYGON_CODE.test(area) ? { ok: true, area } : { ok: false, error: 'corners' };
}

/** `areaBox`: box of the outlined area, if known. `box`: the visible box of the map. */
export function setupOf(
  { outline, outlineEntry, shows, before, ...rest }: WallDraft,
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
  const texts = LL.mapMore.wallSetup;
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
  const texts = LL.mapMore.wallSetup;
  const absolute = (path: string) => new URL(path, window.location.href).href;
  return (
    <div className={styles.handed}>
      <CopiedText label={texts.link()} text={absolute(address)} button={texts.copy()} texts={texts} />
      <p>{texts.scan()}</p>
      <Suspense>
        <QrCode text={absolute(address)} name={`QR: ${texts.link()}`} />
      </Suspense>
      {link && (
        <CopiedText
          label={texts.editLink()}
          text={absolute(`${pathOf('map', locale)}${formatWallLink(link, true)}`)}
          button={texts.copy()}
          texts={texts}
        />
      )}
    </div>
  );
}

interface SaveWallProps {
  readonly setup: SavedSetup;
  /** Undefined until the wall is saved. */
  readonly link: WallLink | undefined;
  readonly onLink: (link: WallLink | undefined) => void;
}

/** Saves the setup on the server, or updates a saved one. */
export function SaveWall({ setup, link, onLink }: SaveWallProps) {
  const { LL } = useTexts();
  const texts = LL.mapMore.wallSetup;
  const [text, setMessage] = useState('');
  const [busy, setBusy] = useState(false);
  const { prove, widget } = useTurnstileToken();
  /** Shows the result of a call, or the reason of its failure. */
  const run = async <Value,>(call: () => Promise<ApiResult<Value> | undefined>, then: (value: Value) => string) => {
    setBusy(true);
    setMessage('');
    const result = await call();
    setBusy(false);
    if (result?.ok) return setMessage(then(result.value));
    if (!result) return setMessage(texts.unproven());
    const why = { limited: texts.busyNow, busy: texts.busyNow, missing: texts.gone };
    setMessage((why[result.errorKind as keyof typeof why] ?? texts.failed)());
  };
  const store = () =>
    run(
      async () => {
        const personToken = await prove();
        return personToken.ok ? await saveWall(setup, personToken.token) : undefined;
      },
      (retained) => {
        onLink(retained);
        return '';
      },
    );
  return (
    <div className={styles.keep}>
      {link ? (
        <div className={styles.actions}>
          <Button disabled={busy} onClick={() => run(() => changeWall(link, setup), texts.saved)}>
            {texts.save()}
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
            {texts.newKey()}
          </Button>
          <Button
            disabled={busy}
            onClick={() =>
              run(
                () => removeWall(link),
                () => {
                  onLink(undefined);
                  return texts.removed();
                },
              )
            }
          >
            {texts.remove()}
          </Button>
        </div>
      ) : (
        <>
          <p>{texts.keepText()}</p>
          <Button disabled={busy} onClick={store}>
            {busy ? texts.keeping() : texts.keep()}
          </Button>
        </>
      )}
      {widget}
      <p role="status">{text}</p>
    </div>
  );
}

const AREAS = ['mapMore', 'analytics', 'mapTools'] as const;
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
  const texts = LL.mapMore.wallSetup;
  const ready = useTextAreas(AREAS);
  const [draft, setDraft] = useState(() => newDraft(locale));
  // The dialog is hidden while the user draws an area on the map.
  const { kind: drawing, request } = useMapRequest((shape) => {
    if (shape) change({ outlineEntry: entryOf({ shape, name: '' }, locale) });
  });
  const [refused, setRefused] = useState(false);
  const { form: dialog, focusError } = useErrorFocus<HTMLDialogElement>();
  const [link, setLink] = useState(() => parseWallLink(window.location.hash));
  const [deleted, setDeleted] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with the link that the page was opened with
  useEffect(() => {
    if (!link?.editKey) return setLink(undefined);
    const leaving = new AbortController();
    void loadWall(link, leaving.signal).then((result) => {
      if (leaving.signal.aborted) return;
      if (result.ok) setDraft(draftOf(result.value));
      else {
        setDeleted(true);
        setLink(undefined);
      }
    });
    return () => leaving.abort();
  }, []);
  const change = (part: Partial<WallDraft>) => setDraft((present) => ({ ...present, ...part }));
  const outlines = useQuery('outlines', loadRegionOutlines);
  const draftedArea = draftArea(draft, box);
  const area = draftedArea.ok ? draftedArea.area : undefined;
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
  const { outline, outlineEntry, shows, before } = draft;
  // A missing area is an error only after the user has tried to open the wall.
  const error = draftedArea.ok || (draftedArea.error === 'area' && !refused) ? undefined : draftedArea.error;
  const open = () => {
    if (draftedArea.ok) return onOpen(address);
    setRefused(true);
    focusError();
  };
  const show = (part: keyof WallDraft['shows'], text: string) => (
    <Check
      checked={shows[part]}
      text={text}
      onChange={(isVisible) => change({ shows: { ...shows, [part]: isVisible } })}
    />
  );
  return (
    <dialog
      ref={dialog}
      className={`${kit.card} ${styles.dialog}`}
      aria-label={texts.title()}
      onClose={() => !drawing && onClose()}
    >
      <CardHead title={texts.title()} name={LL.map.dialog.cancel()} onClick={() => dialog.current?.close()} />
      <p>{texts.lead()}</p>
      <div className={styles.parts}>
        <div className={styles.fields}>
          <AreaSelect
            value={outline}
            onChoose={(chosen, name) => change({ outline: chosen, title: name.slice(0, MAX_TITLE_LENGTH) })}
          />
          {outline === 'drawn' && (
            <div className={styles.drawn}>
              {drawable && (
                <Button data-draw onClick={() => request('polygon')}>
                  {outlineEntry.selected ? texts.again() : texts.draw()}
                </Button>
              )}
              <PlacePicker
                entry={outlineEntry}
                onChange={(entry) => change({ outlineEntry: entry })}
                error={error && texts.fault[error]()}
                outlines="only"
              />
            </div>
          )}
          <Field label={texts.name()} hint={texts.nameHint()}>
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
            <legend>{texts.views()}</legend>
            {outline !== '' && show('area', texts.ofArea())}
            {show('region', texts.ofRegion())}
            {outline !== 'here' && show('map', texts.ofMap())}
            {before.length > 0 && show('before', texts.ofBefore())}
          </fieldset>
          {setup.views.length > 1 && (
            <Select
              label={texts.seconds()}
              options={SECONDS.map((seconds) => [1_000 * seconds, String(seconds)])}
              value={draft.everyMs}
              onChoose={(everyMs) => change({ everyMs })}
            />
          )}
        </div>
        <div className={styles.fields}>
          <Select
            label={texts.language()}
            options={LOCALES.map((offered) => [offered, languageNames[offered]])}
            value={draft.locale}
            onChoose={(chosen) => change({ locale: chosen })}
          />
          <Select
            label={texts.night()}
            options={NIGHTS.map((night) => {
              const [from = '', to = ''] = night.split('-');
              return [night, night === 'never' ? texts.never() : texts.hours({ from: `${from}:00`, to: `${to}:00` })];
            })}
            value={draft.night?.join('-') ?? 'never'}
            onChoose={(night) => change({ night: nightOf(night) })}
          />
          <fieldset>
            {outlined.kind === 'known' &&
              (outlined.alertsSupported && builtSources.mayWarn ? (
                <Check checked={draft.level} text={texts.level()} onChange={(level) => change({ level })} />
              ) : (
                <p>{texts.noLevel()}</p>
              ))}
            <Check checked={draft.sound} text={texts.sound()} onChange={(sound) => change({ sound })} />
            <Check
              checked={draft.theme === 'light'}
              text={texts.light()}
              onChange={(light) => change({ theme: light ? 'light' : 'dark' })}
            />
          </fieldset>
        </div>
        {draftedArea.ok && <WallLinks address={address} link={link} locale={draft.locale} />}
      </div>
      {deleted && <p role="alert">{texts.gone()}</p>}
      {draftedArea.ok && <SaveWall setup={setup} link={link} onLink={setLink} />}
      <div className={styles.actions}>
        <Button kind="primary" onClick={open}>
          {texts.open()}
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
