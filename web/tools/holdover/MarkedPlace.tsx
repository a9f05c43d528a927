import { useRef, useState } from 'react';
import { cornersOf } from '#shared/geo/shape/Shape.ts';
import { withinChunkTimeout } from '#web/kit/browser/loadChunks.ts';
import { Button } from '#web/kit/components/Button.tsx';
import form from '#web/kit/components/Form.module.css';
import { useTexts } from '#web/kit/i18n/index.ts';
import { useAskMap } from '#web/kit/places/useAskMap.ts';
import styles from './Holdover.module.css';
import { type MarkDraft, withShape, withTrack } from './markDraft.ts';
import type { ReadTrack, TrackFault } from './readTrack.ts';

const MAX_FILE_BYTES = 5_000_000;

interface MarkedPlaceProps {
  readonly draft: MarkDraft;
  readonly error: string | undefined;
  readonly onChange: (change: (before: MarkDraft) => MarkDraft) => void;
}

interface RefusedFile {
  readonly rule: TrackFault | 'large' | 'unread';
  readonly file: string;
  readonly km: number;
}

/** An area drawn on the map, or a track from a file. A file that is refused changes nothing. */
export function MarkedPlace({ draft, error, onChange }: MarkedPlaceProps) {
  const { LL, locale } = useTexts();
  const words = LL.holdover.mark;
  const files = useRef<HTMLInputElement>(null);
  const draw = useRef<HTMLButtonElement>(null);
  const [refused, setRefused] = useState<RefusedFile>();
  const { kind: asked, ask } = useAskMap((shape) => {
    if (shape) {
      setRefused(undefined);
      onChange((before) => withShape(before, shape));
    }
    draw.current?.focus();
  });
  const kmText = (km: number) =>
    LL.map.kilometres({ number: new Intl.NumberFormat(locale, { maximumFractionDigits: km < 10 ? 1 : 0 }).format(km) });
  const take = async (file: File | undefined) => {
    if (!file) return;
    const read = await readFile(file);
    if (read.ok) onChange((before) => withTrack(before, file.name, read.track));
    setRefused(read.ok ? undefined : { rule: read.rule, file: file.name, km: read.km ?? 0 });
  };
  const { place, file } = draft;
  const shown = refused
    ? LL.holdover.trackFault[refused.rule]({ file: refused.file, km: kmText(refused.km) })
    : (error ?? '');
  return (
    <fieldset className={styles.place}>
      <legend>{words.place()}</legend>
      <div className={styles.row}>
        <Button
          ref={draw}
          aria-pressed={asked === 'polygon'}
          aria-invalid={shown !== ''}
          onClick={() => ask('polygon')}
        >
          {words.draw()}
        </Button>
        <Button title={words.fileHint()} onClick={() => files.current?.click()}>
          {words.file()}
        </Button>
        <input
          ref={files}
          type="file"
          accept=".gpx,application/gpx+xml"
          hidden
          aria-label={words.file()}
          onChange={({ target }) => {
            void take(target.files?.[0]);
            // The same file, mended, is another choice.
            target.value = '';
          }}
        />
      </div>
      <p role="status" className={form.hint}>
        {place?.type === 'shape' && words.drawn({ corners: cornersOf(place.shape).length - 1 })}
        {place?.type === 'track' &&
          file &&
          `${words.track({ file: file.name, points: file.points, km: kmText(file.km) })}. ${words.fileHint()}`}
      </p>
      <p role="alert" className={form.error}>
        {shown}
      </p>
    </fieldset>
  );
}

type ReadFile = ReadTrack | { readonly ok: false; readonly rule: 'large' | 'unread'; readonly km?: number };

async function readFile(file: File): Promise<ReadFile> {
  if (file.size > MAX_FILE_BYTES) return { ok: false, rule: 'large' };
  try {
    const { readTrack } = await withinChunkTimeout(import('./readTrack.ts'));
    return readTrack(await file.text());
  } catch {
    return { ok: false, rule: 'unread' };
  }
}
