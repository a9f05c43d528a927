import { PLANS } from '#shared/plans.ts';
import { Section } from '#web/kit/components/Section.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import { PageLink } from '#web/kit/routing/PageLink.tsx';
import { siteConfig } from '#web/kit/settings/siteConfig.ts';
import styles from './Api.module.css';
import { apiSamples } from './apiSamples.ts';
import { CodeSample } from './CodeSample.tsx';
import { planNames, publicLimits } from './publicLimits.ts';

export function Access() {
  const { LL, locale } = useTexts();
  const { limits, keys } = LL.api;
  const number = new Intl.NumberFormat(locale);
  return (
    <>
      <Section id="limits" title={limits.title()} lead={limits.lead()} layout="beside">
        <table className={styles.table} data-figures>
          <thead>
            <tr>
              <th scope="col">{limits.plan()}</th>
              <th scope="col">{limits.units()}</th>
              <th scope="col">{limits.streams()}</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">{limits.noKey()}</th>
              <td colSpan={2}>{limits.fair()}</td>
            </tr>
            {publicLimits.plans.map((plan) => (
              <tr key={plan}>
                <th scope="row">{planNames[plan]}</th>
                <td>{number.format(PLANS[plan].unitsAMinute)}</td>
                <td>{number.format(PLANS[plan].streams)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p>{limits.basic()}</p>
        <p>{limits.unit(publicLimits)}</p>
        <p>
          {limits.pace({
            basic: PLANS.basic.callsASecond,
            professional: PLANS.professional.callsASecond,
            enterprise: PLANS.enterprise.callsASecond,
          })}
        </p>
        <p>{limits.headers({ limit: 'RateLimit', policy: 'RateLimit-Policy' })}</p>
        <p>
          <PageLink page="contact">{limits.plans()}</PageLink>
        </p>
      </Section>
      <Section id="keys" title={keys.title()} lead={keys.sent()} layout="beside" tone="tint">
        <CodeSample caption={keys.caption()} code={apiSamples.keys} />
        <ul className={styles.list}>
          <li>{keys.scopes()}</li>
          <li>{keys.revoked()}</li>
          <li>
            {keys.get()} <PageLink page="contact">{keys.link()}</PageLink>
          </li>
        </ul>
      </Section>
    </>
  );
}

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
