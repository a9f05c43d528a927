import { useTexts } from '#web/kit/i18n/index.ts';
import { PageLink } from '#web/kit/routing/PageLink.tsx';
import { builtSources } from '#web/kit/settings/namedParties.ts';
import { siteConfig } from '#web/kit/settings/siteConfig.ts';
import { dayOf, factSection, LegalDocument, type LegalSection, OpenSections } from './LegalDocument.tsx';

/** Date of the last change to the page's content. */
const CHANGED = '2026-11-27';

/** What this software stores, and the terms of the free service. The numbers of days come from the code. */
export default function DataNoticePage() {
  const { LL, locale } = useTexts();
  const texts = LL.dataNotice;
  const sections = useNotices();
  return (
    <LegalDocument
      title={LL.head.dataNotice.title()}
      updated={dayOf(CHANGED, locale)}
      sections={sections}
      texts={{ updated: texts.updated(), contents: texts.contents() }}
    >
      <p>{texts.lead()}</p>
      <OpenSections sections={sections} />
      <p>
        {texts.ask()} <PageLink page="contact">{LL.head.contact.title()}</PageLink>,{' '}
        <a href={`mailto:${siteConfig.email}`}>{siteConfig.email}</a>
      </p>
      <ul>
        <li>
          <PageLink page="privacy">{LL.head.privacy.title()}</PageLink>
        </li>
        <li>
          <PageLink page="terms">{LL.head.terms.title()}</PageLink>
        </li>
        <li>
          <PageLink page="accessibility">{LL.head.accessibility.title()}</PageLink>
        </li>
        <li>
          <PageLink page="status">{LL.head.status.title()}</PageLink>
        </li>
      </ul>
    </LegalDocument>
  );
}

function useNotices(): readonly LegalSection[] {
  const {
    browser,
    position,
    watched,
    alerts,
    questions,
    keys,
    walls,
    messages,
    faults: errors,
    basis,
    terms,
  } = useTexts().LL.dataNotice;
  const { credit, mayWarn } = builtSources;
  const { ownTiles, turnstileSiteKey } = siteConfig;
  return [
    factSection('browser', browser.title(), [
      browser.settings(),
      browser.draft(),
      browser.links(),
      browser.push(),
      browser.offline(),
      browser.cookies(),
    ]),
    factSection('position', position.title(), [
      position.position(),
      position.strikes(),
      ownTiles ? position.ownTiles() : position.tileHost(),
      position.address(),
      position.watch(),
    ]),
    factSection('watched-places', watched.title(), [
      watched.place(),
      watched.nobody(),
      watched.network(),
      watched.log(),
      watched.unreached(),
      watched.idle(),
      watched.deleting(),
      watched.preview(),
    ]),
    factSection('recipients', alerts.title(), [
      alerts.stored(),
      alerts.text(),
      alerts.sent(),
      alerts.tests(),
      alerts.push(),
      alerts.others(),
      alerts.object(),
    ]),
    factSection('reports', questions.title(), [questions.asked(), questions.remark()]),
    factSection('api-keys', keys.title(), [keys.stored(), keys.counts(), keys.asked()]),
    factSection('wall-displays', walls.title(), [walls.setup(), walls.ends(), walls.network()]),
    factSection('contact-messages', messages.title(), [
      messages.kept(),
      messages.restore(),
      messages.telegram(),
      turnstileSiteKey && messages.turnstile(),
    ]),
    factSection('faults', errors.title(), [errors.told(), errors.left()]),
    factSection('legal-basis', basis.title(), [basis.own(), basis.others(), basis.location()]),
    factSection('service-terms', terms.title(), [
      ...(mayWarn ? [terms.watching(), terms.late(), terms.drills()] : [terms.mayNotWarn()]),
      terms.danger(),
      credit && terms.source({ credit }),
      ...(mayWarn ? [terms.link(), terms.wanted(), terms.unused()] : []),
      <>
        {terms.api()} <PageLink page="api">{terms.apiLink()}</PageLink>
      </>,
      terms.key(),
    ]),
  ];
}
