import { noAlertsText } from '#shared/sky/verdictText.ts';
import type { PrimarySource } from '#shared/wire/FeedEvent.ts';
import { textsOf, useTexts } from '#web/kit/i18n/index.ts';
import { useTextAreas } from '#web/kit/i18n/useTextAreas.ts';
import styles from './SourceNote.module.css';

const AREAS = ['sky'] as const;

interface SourceNoteProps {
  readonly primary: PrimarySource;
}

/** The source of the strikes, unless it is the usual one: whether it supports alerts, and the data's owner. */
export default function SourceNote({ primary }: SourceNoteProps) {
  const { locale } = useTexts();
  // A page without the map must load these first.
  useTextAreas(AREAS);
  const texts = textsOf(locale, 'sky');
  const text = texts && noAlertsText(primary, texts);
  return (
    <span className={styles.note} data-source={primary.name}>
      {text && <strong>{text}</strong>}
      {primary.attribution && <small>{primary.attribution}</small>}
    </span>
  );
}
