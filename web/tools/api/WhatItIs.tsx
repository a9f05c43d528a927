import { Section } from '#web/kit/components/Section.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import styles from './Api.module.css';

/** What the data is and, as loudly, what it is not. */
export function WhatItIs() {
  const { what } = useTexts().LL.api;
  return (
    <Section id="what" title={what.title()} layout="beside">
      <ul className={styles.list}>
        <li>{what.isCloud()}</li>
        <li>{what.isSame()}</li>
        <li>{what.isHonest()}</li>
      </ul>
      <h3>{what.notTitle()}</h3>
      <ul className={styles.list}>
        <li>
          <b>{what.notWarning()}</b>
        </li>
        <li>{what.notAll()}</li>
        <li>{what.notExact()}</li>
      </ul>
    </Section>
  );
}
