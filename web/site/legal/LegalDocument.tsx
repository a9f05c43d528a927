import type { ReactNode } from 'react';
import { useTexts } from '#web/kit/i18n/index.ts';
import styles from './LegalDocument.module.css';

export interface LegalSection {
  readonly id: string;
  readonly title: string;
  readonly body: ReactNode;
}

interface LegalDocumentProps {
  readonly title: string;
  readonly updated: { readonly iso: string; readonly text: string };
  readonly sections: readonly LegalSection[];
  readonly children: ReactNode;
}

/** Marks a text newer than the date of its document. */
export const Since2026 = () => <small>[2026]</small>;

export function LegalDocument({ title, updated, sections, children }: LegalDocumentProps) {
  const { LL, locale } = useTexts();
  return (
    <div className={styles.page}>
      {locale !== 'en' && <p className={styles.notice}>{LL.legal.englishOnly()}</p>}
      <article lang="en">
        <h1>{title}</h1>
        <p className={styles.updated}>
          Last updated: <time dateTime={updated.iso}>{updated.text}</time>
          <br />
          What is marked <Since2026 /> was added after that date, for what the service has done since.
        </p>
        <nav aria-labelledby="contents" className={styles.contents}>
          <h2 id="contents">Contents</h2>
          <ol>
            {sections.map(({ id, title: sectionTitle }) => (
              <li key={id}>
                <a href={`#${id}`}>{sectionTitle}</a>
              </li>
            ))}
          </ol>
        </nav>
        <div className={styles.body}>{children}</div>
      </article>
    </div>
  );
}
