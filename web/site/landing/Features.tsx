import { RevealList } from '#web/kit/components/RevealList.tsx';
import { Section } from '#web/kit/components/Section.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import filter from '#web/site/art/feature-filter.svg';
import location from '#web/site/art/feature-location.svg';
import map from '#web/site/art/feature-map.svg';
import theme from '#web/site/art/feature-theme.svg';
import styles from './Features.module.css';

export function Features() {
  const texts = useTexts().LL.landing.features;
  const cards = [
    [map, texts.map(), texts.mapText()],
    [filter, texts.filter(), texts.filterText()],
    [location, texts.location(), texts.locationText()],
    [theme, texts.theme(), texts.themeText()],
  ] as const;
  return (
    <Section eyebrow={texts.eyebrow()} title={texts.title()} tone="tint">
      <RevealList stagger={150} className={styles.cards}>
        {cards.map(([image, title, text]) => (
          <li key={title}>
            <img src={image} alt="" width="320" height="180" loading="lazy" />
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </RevealList>
    </Section>
  );
}
