import { Section } from '#web/kit/components/Section.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import styles from './Api.module.css';

export function Contents() {
  const { api } = useTexts().LL;
  const sections = [
    ['open', api.open.title()],
    ['what', api.what.title()],
    ['near', api.near.title()],
    ['stream', api.stream.title()],
    ['webhooks', api.hooks.title()],
    ['reference', api.reference.tryIt()],
    ['formats', api.formats.title()],
    ['reading', api.reading.title()],
    ['limits', api.limits.title()],
    ['keys', api.keys.title()],
    ['errors', api.errors.title()],
    ['terms', api.terms.title()],
    ['embed', api.embedding.title()],
    ['recipes', api.recipes.title()],
    ['reference', api.reference.title()],
  ] as const;
  return (
    <nav className={styles.contents} aria-label={api.contents()}>
      <ul>
        {sections.map(([id, title]) => (
          <li key={title}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export function WhatItIs() {
  const { what } = useTexts().LL.api;
  return (
    <Section id="what" title={what.title()} layout="beside">
      <ul className={styles.apiList}>
        <li>{what.isCloud()}</li>
        <li>{what.isSame()}</li>
        <li>{what.isHonest()}</li>
      </ul>
      <h3>{what.notTitle()}</h3>
      <ul className={styles.apiList}>
        <li>
          <b>{what.notWarning()}</b>
        </li>
        <li>{what.notAll()}</li>
        <li>{what.notExact()}</li>
      </ul>
    </Section>
  );
}
