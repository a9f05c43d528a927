import { useEffect, useMemo, useState } from 'react';
import { formatHoldover, HoldoverBody, type HoldoverCellBody, type HoldoverFormat } from '#shared/fires/bodies.ts';
import { cornersOfCell } from '#shared/fires/holdover.ts';
import { type BBox, bboxCentre, bboxDiagonalKm, formatBBox } from '#shared/geo/BBox.ts';
import { apiPaths } from '#shared/wire/apiPaths.ts';
import type { AreasLegend, PictureArea, PictureOfAreas } from '#web/ground/picture/Picture.ts';
import { usePointedLine } from '#web/ground/picture/ResultPicture.tsx';
import { useOnMap, usePointed } from '#web/ground/picture/visiblePicture.ts';
import { DEFAULT_VIEW, displaySize, type MapView, mapAddress, viewBox } from '#web/ground/view/mapQuery.ts';
import { copyText } from '#web/kit/browser/copyText.ts';
import { saveFile } from '#web/kit/browser/saveFile.ts';
import { Button } from '#web/kit/components/Button.tsx';
import { Choices } from '#web/kit/components/Choices.tsx';
import form from '#web/kit/components/Form.module.css';
import { type ApiResult, json, requestApi } from '#web/kit/http/requestApi.ts';
import { useQuery } from '#web/kit/http/useQuery.ts';
import { type Locale, type Texts, useTexts } from '#web/kit/i18n/index.ts';
import { useTextAreas } from '#web/kit/i18n/useTextAreas.ts';
import { loadNearestPlaces, useNearestPlaces } from '#web/kit/places/NearestPlaces.ts';
import { useAddress } from '#web/kit/routing/address.ts';
import { siteConfig } from '#web/kit/settings/siteConfig.ts';
import { nearPlaceText } from '#web/sky/placeText.ts';
import { clockText, longSpanText, spanText } from '#web/sky/timeText.ts';
import lists from '#web/tools/lookUp/LookUpResults.module.css';
import { ExportPanel } from '#web/tools/query/ExportPanel.tsx';
import { usePrintedFoot } from '#web/tools/query/printedFoot.ts';
import { QueryResult } from '#web/tools/query/QueryResult.tsx';
import answered from '#web/tools/query/query.module.css';
import styles from './Holdover.module.css';

export const HOLDOVER_DAYS = [1, 3, 7, 14] as const;
export type HoldoverDays = (typeof HOLDOVER_DAYS)[number];
export const USUAL_DAYS: HoldoverDays = 3;

/** Box diagonal: far less than the API accepts, so that a list arrives quickly. */
const MOST_ACROSS_KM = 490;

/** The middle of a box, limited to the size of one list. */
export function listedBox(box: BBox): { readonly bbox: BBox; readonly clipped: boolean } {
  const { west, south, east, north } = box;
  const acrossKm = bboxDiagonalKm(box);
  if (acrossKm <= MOST_ACROSS_KM) return { bbox: box, clipped: false };
  const { latitude, longitude } = bboxCentre(box);
  const share = MOST_ACROSS_KM / acrossKm / 2;
  const [high, wide] = [(north - south) * share, (east - west) * share];
  const middle = { west: longitude - wide, south: latitude - high, east: longitude + wide, north: latitude + high };
  // Towards the equator a degree is wider.
  return { bbox: listedBox(middle).bbox, clipped: true };
}

/** For `days` of lightning in the box. Never rejects. */
export function fetchHoldover(bbox: BBox, days: HoldoverDays, signal: AbortSignal): Promise<ApiResult<HoldoverBody>> {
  return requestApi(`${apiPaths.holdover}?bbox=${formatBBox(bbox)}&days=${days}`, json(HoldoverBody), { signal });
}

type Starts = Pick<HoldoverCellBody, 'expected' | 'low' | 'high'>;

/** Two digits, which is the precision. */
export function startsParts({ expected, low, high }: Starts, locale: string) {
  const { format } = new Intl.NumberFormat(locale, { maximumSignificantDigits: 2 });
  return { expected: format(expected), low: format(low), high: format(high) };
}

/** Sentences on the data that a list lacks; empty if it is complete. */
export function gapTexts(list: HoldoverBody, nowMs: number, LL: Texts, locale: Locale): string[] {
  const texts = LL.fires.holdover;
  const { atLeast, completeTo, gaps, searched } = list;
  if (completeTo === null) return [texts.nothingRead()];
  const gapMs = gaps.reduce((sum, { from, to }) => sum + Date.parse(to) - Date.parse(from), 0);
  const timeOf = (iso: string) => clockText(Date.parse(iso), nowMs, locale);
  const labels = [
    ...(gapMs > 0 ? [texts.gaps({ span: longSpanText(gapMs, locale) })] : []),
    ...(searched.cut ? [texts.cut({ time: timeOf(searched.from) })] : []),
  ];
  return atLeast && labels.length === 0 ? [texts.behind({ time: timeOf(completeTo) })] : labels;
}

/** Lower bounds of the squares' levels, in expected unseen starts. Constant, so that lists are comparable. */
const LEVELS_FROM = [0.0003, 0.001, 0.003, 0.01] as const;

/** The cells as map squares, the highest expected value darkest. Ranks count from 1. */
export function squaresOf(
  cells: readonly HoldoverCellBody[],
  labelOf: (cell: HoldoverCellBody, rank: number) => string,
): PictureArea[] {
  return cells.map((cell, index) => ({
    id: cell.id,
    polygons: [{ type: 'Polygon', coordinates: [cornersOfCell(cell)] }],
    level: LEVELS_FROM.filter((from) => cell.expected >= from).length,
    few: false,
    label: labelOf(cell, index + 1),
  }));
}

export function squaresLegend(LL: Texts, locale: string): AreasLegend {
  const { format } = new Intl.NumberFormat(locale, { maximumSignificantDigits: 1 });
  return { title: LL.fires.holdover.legend(), bounds: LEVELS_FROM.map((from) => format(from)) };
}

const AREAS = ['map'] as const;

/** The second view of the fire tool: where fires may still smoulder. */
export default function HoldoverScreen() {
  return useTextAreas(AREAS) ? <Asking /> : <p role="status" aria-busy="true" />;
}

/** Without a view in the address: a district, because a city is too small for fires. */
const DISTRICT_ZOOM = 8;

function Asking() {
  const { LL } = useTexts();
  const texts = LL.fires.holdover;
  const [{ view }] = useAddress(mapAddress, 'query');
  const [days, setDays] = useState<HoldoverDays>(USUAL_DAYS);
  const [{ bbox, clipped }, setListed] = useState(() => listedBox(boxOnMap(view)));
  const [attempt, setAttempt] = useState(0);
  const queryState = useQuery([days, formatBBox(bbox), attempt].join(' '), (signal) =>
    fetchHoldover(bbox, days, signal),
  );
  return (
    <div className={answered.queryScreen}>
      <p>{texts.lead()}</p>
      <form
        className={`${form.card} ${form.column} ${styles.days}`}
        aria-label={texts.ask.label()}
        onSubmit={(e) => e.preventDefault()}
      >
        <Choices
          legend={texts.ask.days()}
          options={HOLDOVER_DAYS.map((count) => [count, texts.ask.day({ days: count })])}
          value={days}
          onChoose={setDays}
        />
        <Button
          onClick={() => {
            setListed(listedBox(boxOnMap(view)));
            setAttempt((count) => count + 1);
          }}
        >
          {texts.ask.mapAgain()}
        </Button>
      </form>
      <QueryResult
        id="holdover"
        title={texts.answer()}
        texts={texts}
        queryState={queryState}
        failureOf={({ errorKind }) => {
          const isBusy = errorKind === 'limited' || errorKind === 'busy';
          return [texts.failure[isBusy ? 'busy' : errorKind === 'offline' ? 'network' : 'server'](), true];
        }}
      >
        {(list) => <Result list={list} bbox={bbox} clipped={clipped} />}
      </QueryResult>
    </div>
  );
}

function boxOnMap(view: MapView | undefined): BBox {
  const frame = document.querySelector('[data-map-frame="screen"]');
  const { width, height } = frame?.getBoundingClientRect() ?? displaySize();
  return viewBox(view ?? { ...DEFAULT_VIEW, zoom: DISTRICT_ZOOM }, width, height);
}

interface ResultProps {
  readonly list: HoldoverBody;
  /** The listed box, and whether the map showed more. */
  readonly bbox: BBox;
  readonly clipped: boolean;
}

function Result({ list, bbox, clipped }: ResultProps) {
  const { LL, locale } = useTexts();
  const texts = LL.fires.holdover;
  useSquares(list, bbox);
  usePrintedFoot(`${siteConfig.name} · ${texts.notFor()}`, list.attribution ?? '');
  return (
    <>
      {list.simulated && <p className={answered.simulated}>{texts.simulated()}</p>}
      <Head list={list} />
      {clipped && <p>{texts.ask.clipped()}</p>}
      {list.cells.length === 0 && list.completeTo !== null && <p className={lists.none}>{texts.none()}</p>}
      <CellRows list={list} />
      <p className={answered.resultSmall}>
        {texts.blur({ km: LL.map.kilometres({ number: new Intl.NumberFormat(locale).format(list.radius50Km) }) })}
        {list.attribution && ` ${list.attribution}`}
      </p>
      <Files list={list} />
    </>
  );
}

function Head({ list }: { readonly list: HoldoverBody }) {
  const { LL, locale } = useTexts();
  const texts = LL.fires.holdover;
  const nowMs = Date.parse(list.at);
  const parts = startsParts(list.unseenStarts, locale);
  const time = clockText(nowMs, nowMs, locale);
  return (
    <>
      {list.completeTo !== null && (
        <p data-expected={list.unseenStarts.expected}>
          <strong>{list.atLeast ? texts.atLeast(parts) : texts.expected(parts)}</strong>
          <br />
          {texts.meaning()}
        </p>
      )}
      {gapTexts(list, nowMs, LL, locale).map((text) => (
        <p key={text} className={answered.bad}>
          {text}
        </p>
      ))}
      <p className={answered.resultSmall}>
        {texts.counted({ flashes: list.flashes, days: list.days, time })} <strong>{texts.notFor()}</strong>
      </p>
    </>
  );
}

/** Puts the cells on the map. The map moves only if the box changes, not for each new list. */
function useSquares(list: HoldoverBody, box: BBox): void {
  const { LL, locale } = useTexts();
  // biome-ignore lint/correctness/useExhaustiveDependencies: an equal box is the same one
  const around = useMemo(() => box, [formatBBox(box)]);
  const picture = useMemo<PictureOfAreas>(() => {
    const labelOf = (cell: HoldoverCellBody, rank: number) =>
      `${rank}. ${LL.fires.holdover.cell.expected(startsParts(cell, locale))}`;
    return { kind: 'cells', areas: squaresOf(list.cells, labelOf), around, legend: squaresLegend(LL, locale) };
  }, [list, around, LL, locale]);
  useOnMap(picture);
}

const FORMATS = { csv: 'CSV', geojson: 'GeoJSON' } as const satisfies Partial<Record<HoldoverFormat, string>>;

/** Generated here from the visible list. */
function Files({ list }: { readonly list: HoldoverBody }) {
  const texts = useTexts().LL.fires.holdover.files;
  const save = (format: keyof typeof FORMATS) => {
    const { contentType, body } = formatHoldover(format, list);
    saveFile(new Blob([body], { type: contentType }), `holdover-${list.at.slice(0, 10)}.${format}`);
  };
  return (
    <ExportPanel texts={texts} link={window.location.href}>
      {(Object.keys(FORMATS) as (keyof typeof FORMATS)[]).map((format) => (
        <Button key={format} onClick={() => save(format)}>
          {FORMATS[format]}
        </Button>
      ))}
    </ExportPanel>
  );
}

/** More lines would be slow, and are rarely needed. */
const VISIBLE = 50;

/** The cells, the highest expected value first. */
function CellRows({ list: { at, cells, found } }: { readonly list: HoldoverBody }) {
  const texts = useTexts().LL.fires.holdover;
  const [most, setMost] = useState(VISIBLE);
  const { pointed, sought } = usePointed();
  const index = sought ? cells.findIndex(({ id }) => id === pointed) : -1;
  // Pressing a square on the map must bring its line into view.
  if (index >= most) setMost(VISIBLE * Math.ceil((index + 1) / VISIBLE));
  useEffect(() => {
    void loadNearestPlaces();
  }, []);
  return (
    <>
      <ol className={lists.candidates}>
        {cells.slice(0, most).map((cell) => (
          <CellLine key={cell.id} cell={cell} nowMs={Date.parse(at)} />
        ))}
      </ol>
      {cells.length > most && (
        <Button onClick={() => setMost(most + VISIBLE)}>
          {texts.more({ count: Math.min(VISIBLE, cells.length - most) })}
        </Button>
      )}
      {found > cells.length && <p className={answered.resultSmall}>{texts.most({ shown: cells.length, found })}</p>}
    </>
  );
}

/** Highlighted with its square on the map, and scrolled into view by it. */
function CellLine({ cell, nowMs }: { readonly cell: HoldoverCellBody; readonly nowMs: number }) {
  const { LL, locale } = useTexts();
  const texts = LL.fires.holdover.cell;
  const near = useNearestPlaces()?.near(cell);
  const age = spanText(nowMs - Date.parse(cell.newest), locale);
  return (
    <li data-cell={cell.id} data-expected={cell.expected} {...usePointedLine<HTMLLIElement>(cell.id)}>
      <p>
        {near && <strong>{nearPlaceText(near, LL, locale)}, </strong>}
        {texts.expected(startsParts(cell, locale))}
      </p>
      <p className={lists.when}>{texts.flashes({ count: cell.flashes, age })}</p>
      <Coordinates cell={cell} />
    </li>
  );
}

/** Coordinates of the middle, in the format of other programs. */
function Coordinates({ cell: { latitude, longitude } }: { readonly cell: HoldoverCellBody }) {
  const texts = useTexts().LL.fires.holdover.cell;
  const [copied, setCopied] = useState<boolean>();
  const at = `${latitude.toFixed(4)}, ${longitude.toFixed(4)}`;
  return (
    <p className={styles.coordinates}>
      <button type="button" aria-label={texts.copy({ at })} onClick={async () => setCopied(await copyText(at))}>
        {at}
      </button>{' '}
      <span role="status">{copied === undefined ? '' : copied ? texts.copied() : texts.copyFailed()}</span>
    </p>
  );
}
