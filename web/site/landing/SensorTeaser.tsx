import buttons from '#web/kit/components/Button.module.css';
import { Split } from '#web/kit/components/Split.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import { PageLink } from '#web/kit/routing/PageLink.tsx';
import mast from '#web/site/art/mast.svg';

export function SensorTeaser() {
  const texts = useTexts().LL.landing.sensorSection;
  return (
    <Split
      tone="night"
      side="left"
      image={{ src: mast, alt: '', width: 560, height: 480 }}
      eyebrow={texts.eyebrow()}
      title={texts.title()}
      text={texts.text()}
    >
      <PageLink page="sensors" className={buttons.onNight}>
        {texts.link()}
      </PageLink>
    </Split>
  );
}
