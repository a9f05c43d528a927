import { type ClipboardEvent, type DragEvent, lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { Position } from '#shared/geo/geodesy.ts';
import { pointAt } from '#shared/geo/shape/Shape.ts';
import { withinChunkTimeout } from '#web/kit/browser/loadChunks.ts';
import { useVisitorPosition } from '#web/kit/browser/useVisitorPosition.ts';
import { Button } from '#web/kit/components/Button.tsx';
import form from '#web/kit/components/Form.module.css';
import { type Texts, useTexts } from '#web/kit/i18n/index.ts';
import { PlaceCombobox } from './PlaceCombobox.tsx';
import styles from './PlacePicker.module.css';
import { EMPTY_ENTRY, isOutlineText, type PlaceEntry, type PlaceFault, placeOfAnswer } from './placeEntry.ts';
import { takenPlaceText } from './takenPlaceText.ts';
import { useAskMap } from './useAskMap.ts';
import { entryOf } from './usePlaceEntry.ts';

interface PlacePickerProps {
  readonly entry: PlaceEntry;
  readonly onChange: (entry: PlaceEntry) => void;
  /** Said before the entry's own fault. */
  readonly error?: string | undefined;
  /** A line or an area may be given too, or nothing else, from what is no form beside the map. It has the texts `outline`. */
  readonly outlines?: boolean | 'only';
}

const OutlineField = lazy(() => withinChunkTimeout(import('./OutlineField.tsx')));

const MAX_FILE_BYTES = 5_000_000;
const POINT = ['point'] as const;
const OUTLINE = ['line', 'polygon'] as const;
const ACCEPTED = '.geojson,.json,.kml,.gpx,.txt,.csv';

/**
 * The one way to say where: a name, coordinates or a map link, the visitor's position, the map, a file, and if the form
 * takes them, outlines. What is typed need not be chosen: `usePlaceEntry` takes it when the form is sent.
 */
export function PlacePicker({ entry, onChange, error, outlines = false }: PlacePickerProps) {
  const { LL, locale } = useTexts();
  const words = LL.place;
  const [isOver, setIsOver] = useState(false);
  const picker = useRef<HTMLDivElement>(null);
  const files = useRef<HTMLInputElement>(null);
  const { kind: asked, ask } = useAskMap((shape) => {
    if (shape) onChange(entryOf({ shape, name: '' }, locale));
    picker.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  });
  const shown = error ?? (entry.fault && faultText(entry.fault, LL));
  const chosen = entry.taken ? words.chosen({ place: takenPlaceText(entry.taken, LL, locale) }) : '';
  const takeText = async (text: string, file?: string) => {
    const { takeOutline } = await import('./takeOutline.ts');
    const taken = takeOutline(text, !outlines);
    const isRewritten = taken.ok && (file !== undefined || taken.place.shape.type === 'Point');
    if (isRewritten) return onChange(entryOf(taken.place, locale));
    const fault = taken.ok ? undefined : { ...taken.fault, file };
    // What was typed is kept if a file is refused; what was pasted can be mended.
    if (fault && (file !== undefined || !outlines)) return onChange({ ...entry, fault });
    onChange({ by: 'outline', text, taken: taken.ok ? taken.place : undefined, fault });
  };
  const read = async (file: File | undefined) => {
    if (!file) return;
    const refuse = (rule: 'large' | 'unread') => onChange({ ...entry, fault: { rule, file: file.name } });
    if (file.size > MAX_FILE_BYTES) return refuse('large');
    try {
      await takeText(await file.text(), file.name);
    } catch {
      refuse('unread');
    }
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
    void takeText(text);
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
          error={shown}
          chosen={chosen}
          onType={(text) => onChange({ ...EMPTY_ENTRY, text })}
          onPaste={onPaste}
          onChoose={(answer) => onChange({ ...EMPTY_ENTRY, text: answer.name, taken: placeOfAnswer(answer) })}
        />
      ) : (
        <>
          <Suspense>
            <OutlineField entry={entry} error={shown} onChange={onChange} />
          </Suspense>
          <p className={form.hint} role="status" data-chosen>
            {chosen}
          </p>
        </>
      )}
      <div className={styles.ways}>
        {outlines !== 'only' && (
          <>
            <OwnPosition
              onFound={(position) =>
                onChange({
                  ...EMPTY_ENTRY,
                  text: words.here(),
                  taken: { shape: pointAt(position), name: '', isOwn: true },
                })
              }
            />
            {(entry.by === 'name' ? POINT : OUTLINE).map((kind) => (
              <Button key={kind} aria-pressed={asked === kind} onClick={() => ask(kind)}>
                {kind === 'point' ? words.onMap() : LL.outline.draw[kind]()}
              </Button>
            ))}
          </>
        )}
        <Button onClick={() => files.current?.click()} title={words.fileHint()}>
          {words.file()}
        </Button>
        <input
          ref={files}
          type="file"
          accept={ACCEPTED}
          hidden
          onChange={({ target }) => {
            void read(target.files?.[0]);
            // The same file, mended, is another choice.
            target.value = '';
          }}
        />
        {outlines && entry.by === 'name' && (
          <Button onClick={() => onChange({ ...EMPTY_ENTRY, by: 'outline' })}>{LL.outline.begin()}</Button>
        )}
        {entry.by === 'outline' && outlines !== 'only' && (
          <Button onClick={() => onChange(EMPTY_ENTRY)}>{LL.outline.byName()}</Button>
        )}
      </div>
    </div>
  );
}

function faultText({ rule, line = 1, file }: PlaceFault, LL: Texts): string {
  const fault = rule === 'line' ? LL.place.fault.line({ line }) : LL.place.fault[rule]();
  return file === undefined ? fault : LL.place.inFile({ file, fault });
}

function OwnPosition({ onFound }: { readonly onFound: (position: Position) => void }) {
  const words = useTexts().LL.place;
  const { visitor, locate } = useVisitorPosition();
  const [isWanted, setIsWanted] = useState(false);
  useEffect(() => {
    if (!isWanted || visitor.state !== 'known') return;
    setIsWanted(false);
    onFound(visitor.position);
  }, [isWanted, visitor, onFound]);
  return (
    <>
      <Button
        onClick={() => {
          setIsWanted(true);
          locate();
        }}
      >
        {words.here()}
      </Button>
      <p className={form.hint} role="status">
        {isWanted && visitor.state === 'asking' && words.locating()}
        {isWanted && visitor.state === 'failed' && words.notLocated()}
      </p>
    </>
  );
}
