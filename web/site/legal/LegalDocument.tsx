import type { ReactNode } from 'react';
import styles from '#web/kit/components/pages.module.css';
import { dateTimeFormat, useTexts } from '#web/kit/i18n/index.ts';

export interface LegalSection {
  readonly id: string;
  readonly title: string;
  readonly body: ReactNode;
}

interface LegalDocumentProps {
  readonly title: string;
  readonly updated: { readonly iso: string; readonly text: string };
  readonly sections: readonly LegalSection[];
  /** The frame's texts, for a document in the page's language; without them the document is in English. */
  readonly texts?: { readonly updated: string; readonly contents: string };
  readonly children: ReactNode;
}

const ENGLISH = { updated: 'Last updated:', contents: 'Contents' } as const;

/** A dated text with a list of the sections in `children`. */
export function LegalDocument({ title, updated, sections, texts: commonTexts, children }: LegalDocumentProps) {
  const { LL, locale } = useTexts();
  const text = commonTexts ?? ENGLISH;
  return (
    <div className={styles.legalPage}>
      {!commonTexts && locale !== 'en' && <p className={styles.notice}>{LL.legal.englishOnly()}</p>}
      <article lang={commonTexts ? locale : 'en'}>
        <h1>{title}</h1>
        <p className={styles.updated}>
          {text.updated} <time dateTime={updated.iso}>{updated.text}</time>
        </p>
        <nav aria-labelledby="contents" className={styles.contents}>
          <h2 id="contents">{text.contents}</h2>
          <ol>
            {sections.map(({ id, title: sectionTitle }) => (
              <li key={id}>
                <a href={`#${id}`}>{sectionTitle}</a>
              </li>
            ))}
          </ol>
        </nav>
        <div className={styles.legalBody}>{children}</div>
      </article>
    </div>
  );
}

export function OpenSections({ sections }: Pick<LegalDocumentProps, 'sections'>) {
  return sections.map(({ id, title, body }, index) => (
    <section key={id} aria-labelledby={id}>
      <h2 id={id}>
        {index + 1}. {title}
      </h2>
      {body}
    </section>
  ));
}

/** `iso` is a date, `2026-11-27`. */
export function dayOf(iso: string, locale: string): { readonly iso: string; readonly text: string } {
  return { iso, text: dateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(iso)) };
}

/** A section that is a list of facts; false or empty ones are left out. */
export function factSection(id: string, title: string, facts: readonly ReactNode[]): LegalSection {
  return {
    id,
    title,
    body: (
      <ul>
        {facts.filter(Boolean).map((fact, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the facts of a section never change places.
          <li key={index}>{fact}</li>
        ))}
      </ul>
    ),
  };
}
