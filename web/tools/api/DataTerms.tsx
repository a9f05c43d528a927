import { Section } from '#web/kit/components/Section.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import { PageLink } from '#web/kit/routing/PageLink.tsx';
import { siteConfig } from '#web/kit/settings/siteConfig.ts';
import { CodeSample } from './CodeSample.tsx';

/** What may be done with the data, and how its source is named. */
export function DataTerms() {
  const { terms } = useTexts().LL.api;
  const { name, origin } = siteConfig;
  return (
    <Section id="terms" title={terms.title()} layout="beside" tone="tint">
      <p>{terms.use()}</p>
      <p>{terms.attribution()}</p>
      <CodeSample caption={terms.caption()} code={terms.by({ name, origin })} />
      <p>{terms.simulated()}</p>
      <p>
        <PageLink page="terms">{terms.more()}</PageLink>
      </p>
    </Section>
  );
}
