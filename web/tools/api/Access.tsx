import { type ApiLimits, PLAN_NAMES, PLANS, TRIAL } from '#shared/plans.ts';
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
        <table className={styles.apiTable} data-figures>
          <thead>
            <tr>
              <th scope="col">{limits.plan()}</th>
              <th scope="col">{limits.units()}</th>
              <th scope="col">{limits.streams()}</th>
              <th scope="col">{limits.history()}</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">{limits.noKey()}</th>
              <td>{number.format(TRIAL.unitsAMinute)}</td>
              <td>{number.format(TRIAL.streams)}</td>
              <td>{limits.lastHour()}</td>
            </tr>
            {PLAN_NAMES.map((plan) => (
              <tr key={plan}>
                <th scope="row">{planNames[plan]}</th>
                <PlanCells api={PLANS[plan].api} />
              </tr>
            ))}
          </tbody>
        </table>
        <p>{limits.trial()}</p>
        {siteConfig.apiIsOpen && (
          <p>
            <b>{limits.demo()}</b>
          </p>
        )}
        <p>{limits.unit(publicLimits)}</p>
        <p>
          {limits.pace({
            professional: PLANS.professional.api.callsASecond,
            enterprise: PLANS.enterprise.api.callsASecond,
          })}
        </p>
        <p>{limits.headers({ limit: 'RateLimit', policy: 'RateLimit-Policy' })}</p>
        <p>
          <PageLink page="contact">{limits.plans()}</PageLink>
        </p>
      </Section>
      <Section id="keys" title={keys.title()} lead={keys.sent()} layout="beside" tone="tint">
        <CodeSample caption={keys.caption()} code={apiSamples.keys} />
        <ul className={styles.apiList}>
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

function PlanCells({ api }: { readonly api: ApiLimits | null }) {
  const { LL, locale } = useTexts();
  const { limits } = LL.api;
  const number = new Intl.NumberFormat(locale);
  if (!api) return <td colSpan={3}>{limits.noApi()}</td>;
  return (
    <>
      <td>{number.format(api.unitsAMinute)}</td>
      <td>{number.format(api.streams)}</td>
      <td>{limits.days({ days: api.historyDays })}</td>
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
