import { RevealList } from '#web/kit/components/RevealList.tsx';
import { Section } from '#web/kit/components/Section.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import styles from './Landing.module.css';

/** `phone-en.webp` and so on; created by `npm run tools -- landing-pictures`. */
const files = import.meta.glob<string>('./real/*.webp', { eager: true, import: 'default', query: '?url' });

const PHONE = { width: 390, height: 780 };
const WALL = { width: 960, height: 540 };

/** Screenshots of the product, including one without data. */
export function RealPictures() {
  const { LL, locale } = useTexts();
  const texts = LL.landing.pictures;
  const pictures = [
    ['phone', texts.phone(), PHONE],
    ['wall', texts.wall(), WALL],
    ['alert', texts.alert(), PHONE],
  ] as const;
  return (
    <Section title={texts.title()} lead={texts.note()} tone="tint">
      <RevealList stagger={150} sideways className={styles.pictures}>
        {pictures.map(([name, texts, size]) => (
          <li key={name} className={styles[name]}>
            <img src={files[`./real/${name}-${locale}.webp`]} alt={texts} {...size} loading="lazy" />
            <p aria-hidden="true">{texts}</p>
          </li>
        ))}
      </RevealList>
      <div className={styles.dies}>
        <h3>{texts.dies()}</h3>
        <p>{texts.diesText()}</p>
      </div>
    </Section>
  );
}
