import { Section } from '#web/kit/components/Section.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import { PageLink } from '#web/kit/routing/PageLink.tsx';
import { apiSamples } from './apiSamples.ts';
import { CodeSample } from './CodeSample.tsx';
import { publicLimits } from './publicLimits.ts';

const MAC_DATE = '$(date -u -v-1H +%FT%TZ)';

export function QuickStart() {
  const { near, stream } = useTexts().LL.api;
  const [before = '', after = ''] = near.macos({ date: MAC_DATE }).split(MAC_DATE);
  return (
    <>
      <Section id="near" title={near.title()} lead={near.lead()} layout="beside" tone="tint">
        <CodeSample caption={near.caption()} code={apiSamples.near} />
        <p>
          {before}
          <code>{MAC_DATE}</code>
          {after}
        </p>
        <p>{near.text(publicLimits)}</p>
      </Section>
      <Section id="stream" title={stream.title()} lead={stream.lead()} layout="beside">
        <CodeSample caption={stream.script()} code={apiSamples.script} />
        <CodeSample caption={stream.python()} code={apiSamples.python} />
        <p>
          {stream.client()} <PageLink page="contact">{stream.ask()}</PageLink>
        </p>
      </Section>
    </>
  );
}
