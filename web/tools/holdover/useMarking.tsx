import { type ReactNode, useState } from 'react';
import { systemClock } from '#shared/time/Clock.ts';
import type { DeviceBook } from '#web/tools/watch/book/deviceBooks.ts';
import { MarkForm } from './MarkForm.tsx';
import { type MarkDraft, newMarkDraft } from './markDraft.ts';

export interface Marking {
  /** Where the form is open: the id of a cell, or `wide` for an area or a track. */
  readonly open: string | undefined;
  /** Begins a mark of a cell, or without one, of an area or a track. What was typed before goes along. */
  readonly begin: (cell?: string) => void;
  /** Of the mark that is begun. */
  readonly form: ReactNode;
  /** One was saved since the last was begun. */
  readonly saved: boolean;
}

const WIDE = 'wide';

/** What is typed into a mark stays here while lists come and go. Undefined without a book that this device may write into. */
export function useMarking(book: DeviceBook | undefined, onMarked: () => void): Marking | undefined {
  const [draft, setDraft] = useState<MarkDraft>();
  const [name, setName] = useState('');
  const [saved, setSaved] = useState(false);
  if (!book) return undefined;
  const begin = (cell?: string) => {
    setSaved(false);
    setDraft((before) => {
      const fresh = newMarkDraft(crypto.randomUUID(), cell, name, systemClock.now());
      if (!before) return fresh;
      const { kind, rainMm, at, note } = before;
      return { ...fresh, kind, rainMm, at, name: before.name, note };
    });
  };
  const form = draft && (
    <MarkForm
      key={draft.id}
      draft={draft}
      book={book}
      onChange={(change) => setDraft((before) => before && change(before))}
      onLeave={(isSaved) => {
        setName(draft.name);
        setDraft(undefined);
        setSaved(isSaved);
        if (isSaved) onMarked();
      }}
    />
  );
  return { open: draft && (draft.cell ?? WIDE), begin, form, saved };
}

export const isWide = ({ open }: Marking) => open === WIDE;
