import { useTexts } from '#web/kit/i18n/index.ts';
import { PageLink } from '#web/kit/routing/PageLink.tsx';
import { siteConfig } from '#web/kit/settings/siteConfig.ts';
import { dayOf, factSection, LegalDocument, OpenSections } from './LegalDocument.tsx';

/** Date of the last change to the page's content. */
const CHANGED = '2026-11-27';

/** Claims only what a test verifies, and lists the known gaps. */
export default function AccessibilityPage() {
  const { LL, locale } = useTexts();
  const texts = LL.accessibility;
  const { standard, tested, limits, barrier } = texts;
  const sections = [
    factSection('standard', standard.title(), [standard.aim(), standard.state(), standard.basis()]),
    factSection('tested', tested.title(), [
      tested.axe(),
      tested.contrast(),
      tested.sizes(),
      tested.focus(),
      tested.keyboard(),
      tested.motion(),
      tested.colour(),
      tested.script(),
    ]),
    factSection('limits', limits.title(), [
      limits.canvas(),
      limits.text(),
      limits.table(),
      limits.drawing(),
      limits.readers(),
      limits.english(),
    ]),
    factSection('report', barrier.title(), [
      <>
        {barrier.text()} <a href={`mailto:${siteConfig.email}`}>{siteConfig.email}</a>,{' '}
        <PageLink page="contact">{LL.head.contact.title()}</PageLink>
      </>,
      barrier.other(),
    ]),
  ];
  return (
    <LegalDocument
      title={LL.head.accessibility.title()}
      updated={dayOf(CHANGED, locale)}
      sections={sections}
      texts={{ updated: texts.updated(), contents: texts.contents() }}
    >
      <OpenSections sections={sections} />
    </LegalDocument>
  );
}
