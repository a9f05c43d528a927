import { RevealList } from '#web/kit/components/RevealList.tsx';
import { Section } from '#web/kit/components/Section.tsx';
import { type Texts, useTexts } from '#web/kit/i18n/index.ts';
import { toolsOf } from '#web/kit/routing/NavLinks.tsx';
import { PageLink } from '#web/kit/routing/PageLink.tsx';
import type { PublicPage } from '#web/kit/routing/routes.ts';
import styles from './Landing.module.css';
import analytics from './tools/analytics.webp';
import api from './tools/api.webp';
import lookUp from './tools/lookUp.webp';
import report from './tools/report.webp';
import verification from './tools/verification.webp';
import watch from './tools/watch.webp';

/** Screenshots of the tools on a simulated day; created by `tests/site/pictures.ts`. */
const pictures: Partial<Record<PublicPage, string>> = { watch, analytics, lookUp, report, proof: verification, api };

type ToolTexts = Partial<Record<PublicPage, () => string>>;

/** The tools other than the map. */
export function ToolBand() {
  const { LL } = useTexts();
  const pictured = toolsOf(LL).filter(([page]) => page in pictures);
  const { note, ...texts }: Texts['landing']['toolBand'] & ToolTexts = LL.landing.toolBand;
  return (
    <Section title={LL.tools.title()}>
      <RevealList stagger={150} sideways className={styles.tiles}>
        {pictured.map(([page, name]) => (
          <li key={page}>
            <PageLink page={page}>
              <img src={pictures[page]} alt="" width="560" height="350" loading="lazy" />
              <b>{name}</b>
            </PageLink>
            <p>{texts[page]?.()}</p>
          </li>
        ))}
      </RevealList>
      <p className={styles.toolBandNote}>{note()}</p>
    </Section>
  );
}
