import { type ClipboardEvent, type DragEvent, lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import type { Position } from '#shared/geo/geodesy.ts';
import { pointAt } from '#shared/geo/Shape.ts';
import { WATCHED_SHAPE } from '#shared/watch/Area.ts';
import { useAside } from '#web/kit/browser/alone.ts';
import { useEscape } from '#web/kit/browser/dismissal.ts';
import { withinChunkTimeout } from '#web/kit/browser/loadChunks.ts';
import { useVisitorPosition } from '#web/kit/browser/useVisitorPosition.ts';
import { Button } from '#web/kit/components/Button.tsx';
import form from '#web/kit/components/Form.module.css';
import { loadTexts, type Texts, useTexts } from '#web/kit/i18n/index.ts';
import { type ChoiceKind, giveUp, type MapChoice, requestFromMap, useMapChoice } from './mapChoice.ts';
import type { OutlineRule, OutlineRuleAt } from './outlines/FoundShape.ts';
import { PlaceCombobox } from './PlaceCombobox.tsx';
import styles from './PlacePicker.module.css';
import {
  EMPTY_ENTRY,
  entryOf,
  entryOfFound,
  entryOfRead,
  entryRefused,
  isOutlineText,
  OUTLINE_TEXTS,
  type PlaceEntry,
  type PlaceError,
  placeOfResult,
  readTyped,
  selectedPlaceText,
} from './usePlaceEntry.ts';

/**
 * Lets a form request a shape from the map. Escape and unmounting the form cancel the request; `onDone` is then called
 * without a shape. `kind` is the form's pending request.
 */
export function useMapRequest(onDone: MapChoice['onDone']) {
  const mapChoice = useMapChoice();
  const [own, setOwn] = useState<MapChoice>();
  const leave = useCallback(() => giveUp(own), [own]);
  useEscape(leave);
  useEffect(() => leave, [leave]);
  const request = (requested: ChoiceKind) => {
    const next = { kind: requested, onDone };
    setOwn(next);
    requestFromMap(next);
  };
  const kind = own === mapChoice ? own?.kind : undefined;
  useAside(kind !== undefined);
  return { kind, request };
}

interface PlacePickerProps {
  readonly entry: PlaceEntry;
  readonly onChange: (entry: PlaceEntry) => void;
  /** Shown instead of the entry's own error. */
  readonly error?: string | undefined;
  /** Accepts lines and areas too, or nothing else, in forms without a map. Needs the texts `outline`. */
  readonly outlines?: boolean | 'only';
  /** Outlines with more corners are simplified. */
  readonly maxCorners?: number;
}

const outlineParts = () => withinChunkTimeout(import('./OutlineField.tsx'));
const OutlineField = lazy(async () => ({ default: (await outlineParts()).OutlineField }));
const OutlineReport = lazy(async () => ({ default: (await outlineParts()).OutlineReport }));

const MAX_FILE_BYTES = 5_000_000;
/** Shorter reads show no progress message. */
const SLOW_MS = 300;
const POINT = ['point'] as const;
const OUTLINE = ['line', 'polygon'] as const;
const ACCEPTED = '.geojson,.json,.kml,.kmz,.gpx,.txt,.csv';

/**
 * The site's place input: a name, coordinates or a map link, the visitor's position, the map, a file, and if the form
 * accepts them, outlines. Typed text need not be chosen: `usePlaceEntry` resolves it on submit.
 */
export function PlacePicker({
  entry,
  onChange,
  error,
  outlines = false,
  maxCorners = WATCHED_SHAPE.corners,
}: PlacePickerProps) {
  const { LL, locale } = useTexts();
  const texts = LL.mapTools.place;
  const [isOver, setIsOver] = useState(false);
  const [isReading, setIsReading] = useState(false);
  const picker = useRef<HTMLDivElement>(null);
  const files = useRef<HTMLInputElement>(null);
  const { kind: requested, request } = useMapRequest((shape) => {
    if (shape) change(entryOf({ shape, name: '' }, locale));
    picker.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  });
  const isToChoose = entry.found !== undefined && entry.found.chosen === undefined;
  const message = error ?? (entry.error && errorText(entry.error, LL));
  // If a choice is needed, the error is shown there.
  const visible = isToChoose ? undefined : message;
  const chosen = entry.selected ? texts.chosen({ place: selectedPlaceText(entry.selected, LL, locale) }) : '';
  const hasReport = entry.found?.outlines.some(({ notes }, _, { length }) => length > 1 || notes.length > 0) === true;
  /** Number of the last read: its result is dropped if something else was chosen meanwhile. */
  const reading = useRef(0);
  const change = (next: PlaceEntry) => {
    reading.current += 1;
    setIsReading(false);
    onChange(next);
  };
  const accept = async (input: Uint8Array | string | Promise<Uint8Array>, text?: string, file?: string) => {
    reading.current += 1;
    const own = reading.current;
    const isLast = () => own === reading.current;
    const slow = setTimeout(() => setIsReading(true), SLOW_MS);
    try {
      const read = await readTyped(await input, { corners: maxCorners, pointOnly: !outlines }, locale);
      if (read && isLast()) change(entryOfRead(read, { before: entry, text, file, pointOnly: !outlines, locale }));
    } catch {
      if (isLast()) change(entryRefused(entry, { rule: 'unreadable', file }));
    } finally {
      clearTimeout(slow);
    }
  };
  const read = async (file: File | undefined) => {
    if (!file) return;
    if (file.size <= MAX_FILE_BYTES) return await accept(file.arrayBuffer().then(toBytes), undefined, file.name);
    await loadTexts(locale, OUTLINE_TEXTS).catch(() => undefined);
    change(entryRefused(entry, { rule: 'large', file: file.name }));
  };
  const onDrop = (event: DragEvent) => {
    setIsOver(false);
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    void read(event.dataTransfer.files[0]);
  };
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text');
    if (!isOutlineText(text)) return;
    event.preventDefault();
    void accept(text, text);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a file can be chosen with the button too
    <div
      ref={picker}
      className={styles.picker}
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={onDrop}
    >
      {entry.by === 'name' ? (
        <PlaceCombobox
          text={entry.text}
          error={visible}
          chosen={chosen}
          onType={(text) => change({ ...EMPTY_ENTRY, text })}
          onPaste={onPaste}
          onChoose={(searchResult) =>
            change({ ...EMPTY_ENTRY, text: searchResult.name, selected: placeOfResult(searchResult) })
          }
        />
      ) : (
        <>
          <Suspense>
            <OutlineField entry={entry} error={visible} maxCorners={maxCorners} onChange={change} />
          </Suspense>
          <p className={form.hint} role="status" data-chosen>
            {chosen}
          </p>
        </>
      )}
      {entry.found && hasReport && (
        <Suspense>
          <OutlineReport
            found={entry.found}
            error={isToChoose ? message : undefined}
            onChoose={(index) => entry.found && change(entryOfFound(entry, { ...entry.found, chosen: index }, locale))}
          />
        </Suspense>
      )}
      <div className={styles.ways}>
        {outlines !== 'only' && (
          <>
            <OwnPosition
              onFound={(position) =>
                change({
                  ...EMPTY_ENTRY,
                  text: texts.here(),
                  selected: { shape: pointAt(position), name: '', isOwn: true },
                })
              }
            />
            {(entry.by === 'name' ? POINT : OUTLINE).map((kind) => (
              <Button key={kind} aria-pressed={requested === kind} onClick={() => request(kind)}>
                {kind === 'point' ? texts.onMap() : LL.mapTools.outline.draw[kind]()}
              </Button>
            ))}
          </>
        )}
        <Button onClick={() => files.current?.click()} title={texts.fileHint()}>
          {texts.file()}
        </Button>
        <input
          ref={files}
          type="file"
          accept={ACCEPTED}
          hidden
          onChange={({ target }) => {
            void read(target.files?.[0]);
            // Reset, so that the same file can be chosen again after it was corrected.
            target.value = '';
          }}
        />
        <p className={form.hint} role="status">
          {isReading && texts.reading()}
        </p>
        {outlines && entry.by === 'name' && (
          <Button onClick={() => change({ ...EMPTY_ENTRY, by: 'outline' })}>{LL.mapTools.outline.begin()}</Button>
        )}
        {entry.by === 'outline' && outlines !== 'only' && (
          <Button onClick={() => change(EMPTY_ENTRY)}>{LL.mapTools.outline.byName()}</Button>
        )}
      </div>
    </div>
  );
}

const toBytes = (buffer: ArrayBuffer) => new Uint8Array(buffer);

function errorText({ rule, line = 1, detail = '', file }: PlaceError, LL: Texts): string {
  const { at, fault: texts } = LL.outlineFile;
  const error = isOwnRule(rule)
    ? LL.mapTools.place.fault[rule]()
    : isRuleAt(rule)
      ? at[rule]({ line, detail })
      : texts[rule]();
  return file === undefined ? error : LL.mapTools.place.inFile({ file, fault: error });
}

type OwnRule = Exclude<PlaceError['rule'], OutlineRule>;
const OWN_RULES = {
  missing: true,
  none: true,
  several: true,
  names: true,
  link: true,
  unreadable: true,
} as const satisfies Record<OwnRule, true>;
const RULES_AT = {
  ...{ brokenAt: true, line: true, tuple: true, corner: true, header: true },
  ...{ crs: true, degrees: true, encoding: true, many: true },
} as const satisfies Record<OutlineRuleAt, true>;
const isOwnRule = (rule: PlaceError['rule']): rule is OwnRule => rule in OWN_RULES;
const isRuleAt = (rule: OutlineRule): rule is OutlineRuleAt => rule in RULES_AT;

function OwnPosition({ onFound }: { readonly onFound: (position: Position) => void }) {
  const texts = useTexts().LL.mapTools.place;
  const { visitor, locate } = useVisitorPosition();
  const [isEnabled, setIsEnabled] = useState(false);
  useEffect(() => {
    if (!isEnabled || visitor.state !== 'known') return;
    setIsEnabled(false);
    onFound(visitor.position);
  }, [isEnabled, visitor, onFound]);
  return (
    <>
      <Button
        onClick={() => {
          setIsEnabled(true);
          locate();
        }}
      >
        {texts.here()}
      </Button>
      <p className={form.hint} role="status">
        {isEnabled && visitor.state === 'asking' && texts.locating()}
        {isEnabled && visitor.state === 'failed' && texts.notLocated()}
      </p>
    </>
  );
}
