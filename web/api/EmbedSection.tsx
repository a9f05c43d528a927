import { EmbedMaker } from '#web/embed/EmbedMaker.tsx';
import { useTexts } from '#web/i18n/index.ts';
import { Section } from '#web/kit/Section.tsx';

/** How the map comes into a page of others. */
export function EmbedSection() {
  const { LL } = useTexts();
  return (
    <Section id="embed" title={LL.embed.maker.title()} layout="beside">
      <EmbedMaker />
    </Section>
  );
}
