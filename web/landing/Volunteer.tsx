import { PageLink } from '#web/app/PageLink.tsx';
import { useTexts } from '#web/i18n/index.ts';
import buttons from '#web/kit/Button.module.css';
import { Section } from '#web/kit/Section.tsx';

export function Volunteer() {
  const texts = useTexts().LL.landing.volunteer;
  return (
    <Section eyebrow={texts.eyebrow()} title={texts.title()} lead={texts.text()} tone="tint">
      <p className={buttons.row}>
        <PageLink page="map" className={buttons.primary}>
          {texts.demo()}
        </PageLink>
        <PageLink page="about" className={buttons.secondary}>
          {texts.about()}
        </PageLink>
      </p>
    </Section>
  );
}
