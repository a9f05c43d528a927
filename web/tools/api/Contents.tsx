import { useTexts } from '#web/kit/i18n/index.ts';
import styles from './Api.module.css';

/** Links to the page's sections. */
export function Contents() {
  const { api, embed } = useTexts().LL;
  const sections = [
    ['what', api.what.title()],
    ['near', api.near.title()],
    ['stream', api.stream.title()],
    ['reference', api.reference.tryIt()],
    ['formats', api.formats.title()],
    ['reading', api.reading.title()],
    ['limits', api.limits.title()],
    ['keys', api.keys.title()],
    ['errors', api.errors.title()],
    ['terms', api.terms.title()],
    ['embed', embed.maker.title()],
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
