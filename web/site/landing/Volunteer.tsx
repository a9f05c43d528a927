import buttons from '#web/kit/components/Button.module.css';
import { Split } from '#web/kit/components/Split.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import { PageLink } from '#web/kit/routing/PageLink.tsx';
import forest from '#web/site/art/forest.svg';

export function Volunteer() {
  const { LL } = useTexts();
  const texts = LL.landing.volunteer;
  return (
    <Split
      tone="tint"
      side="right"
      image={{ src: forest, alt: '', width: 560, height: 360 }}
      eyebrow={texts.eyebrow()}
      title={texts.title()}
      text={texts.text()}
    >
      <p className={buttons.row}>
        <PageLink page="map" className={buttons.primary}>
          {texts.demo()}
        </PageLink>
        <PageLink page="lookUp" className={buttons.secondary}>
          {LL.head.lookUp.title()}
        </PageLink>
        <PageLink page="about" className={buttons.secondary}>
          {texts.about()}
        </PageLink>
      </p>
    </Split>
  );
}
