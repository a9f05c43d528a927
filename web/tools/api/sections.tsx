import { type ReactNode, useEffect, useState } from 'react';
import { type ApiLimits, PLAN_NAMES, PLANS, TRIAL } from '#shared/plans.ts';
import { Section } from '#web/kit/components/Page.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import { PageLink } from '#web/kit/routing/PageLink.tsx';
import { siteConfig } from '#web/kit/settings/siteConfig.ts';
import styles from './Api.module.css';
import { apiSamples, openLines, planNames, publicLimits, publicPaths } from './apiSamples.ts';
import { CodeSample, RecipeCode } from './RecipeCode.tsx';

export function Contents() {
  const { api } = useTexts().LL;
  const sections = [
    ['open', api.open.title()],
    ['what', api.what.title()],
    ['near', api.near.title()],
    ['stream', api.stream.title()],
    ['webhooks', api.hooks.title()],
    ['reference', api.reference.tryIt()],
    ['formats', api.formats.title()],
    ['reading', api.reading.title()],
    ['limits', api.limits.title()],
    ['keys', api.keys.title()],
    ['errors', api.errors.title()],
    ['terms', api.terms.title()],
    ['embed', api.embedding.title()],
    ['recipes', api.recipes.title()],
    ['reference', api.reference.title()],
  ] as const;
  return (
    <nav className={styles.contents} aria-label={api.contents()}>
      <ul>
        {sections.map(([id, title]) => (
          <li key={title}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export function WhatItIs() {
  const { what } = useTexts().LL.api;
  return (
    <Section id="what" title={what.title()} layout="beside">
      <ul className={styles.apiList}>
        <li>{what.isCloud()}</li>
        <li>{what.isSame()}</li>
        <li>{what.isHonest()}</li>
      </ul>
      <h3>{what.notTitle()}</h3>
      <ul className={styles.apiList}>
        <li>
          <b>{what.notWarning()}</b>
        </li>
        <li>{what.notAll()}</li>
        <li>{what.notExact()}</li>
      </ul>
    </Section>
  );
}

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

/** Placeholder until the page's code runs, which knows the current date. */
const SOME_DAY = '2026-07-01';
const DAY_MS = 86_400_000;

function useYesterday(): string {
  const [day, setDay] = useState(SOME_DAY);
  useEffect(() => setDay(new Date(Date.now() - DAY_MS).toISOString().slice(0, 10)), []);
  return day;
}

interface ProgramProps {
  readonly name: string;
  readonly program: keyof ReturnType<typeof openLines>;
  readonly day: string;
  readonly children: ReactNode;
}

function Program({ name, program, day, children }: ProgramProps) {
  const { where, says } = useTexts().LL.api.open[program];
  return (
    <article className={styles.recipe}>
      <h3>{name}</h3>
      <CodeSample caption={where()} code={openLines(day)[program]} />
      <p>{says()}</p>
      {children}
    </article>
  );
}

/** The same data in well-known programs: what to paste into each. */
export function OpenIn() {
  const { open, recipes, formats } = useTexts().LL.api;
  const day = useYesterday();
  const { ogc } = publicPaths;
  return (
    <Section id="open" title={open.title()} lead={open.lead()} tone="tint">
      {!siteConfig.apiIsOpen && <p>{open.key()}</p>}
      <div className={styles.programs}>
        <Program name="QGIS" program="qgis" day={day}>
          <a href={`${ogc}/lightning.qlr`}>{open.qgis.link()}</a>
        </Program>
        <Program name="DuckDB" program="duckdb" day={day}>
          <a href={`${ogc}/collections/days/items`}>{open.duckdb.link()}</a>
          <RecipeCode program="duckdb" file="strikes.sql" />
        </Program>
        <Program name="pandas" program="pandas" day={day}>
          <RecipeCode program="pandas" file="strikes.py" />
        </Program>
        <Program name="Home Assistant" program="homeAssistant" day={day}>
          <a href="#recipes">{recipes.title()}</a>
        </Program>
        <Program name={open.sheet.name()} program="sheet" day={day}>
          <a href="#formats">{formats.title()}</a>
        </Program>
      </div>
    </Section>
  );
}

export function Reading() {
  const { formats, reading } = useTexts().LL.api;
  const rows = [
    ['JSON', formats.json()],
    ['GeoJSON', formats.geojson()],
    ['CSV', formats.csv()],
    ['KML', formats.kml()],
    ['SSE', formats.sse()],
  ] as const;
  return (
    <>
      <Section id="formats" title={formats.title()} layout="beside">
        <table className={styles.apiTable}>
          <thead>
            <tr>
              <th scope="col">{formats.format()}</th>
              <th scope="col">{formats.use()}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, use]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{use}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p>{formats.choose({ parameter: 'format=json|geojson|csv|kml' })}</p>
      </Section>
      <Section id="reading" title={reading.title()} layout="beside" tone="tint">
        <dl className={styles.terms}>
          <dt>completeTo</dt>
          <dd>{reading.complete()}</dd>
          <dt>gaps</dt>
          <dd>{reading.gaps()}</dd>
          <dt>next</dt>
          <dd>{reading.next()}</dd>
          <dt>feed.state</dt>
          <dd>{reading.feed()}</dd>
        </dl>
        <h3 id="resume">{reading.resumeTitle()}</h3>
        <ul className={styles.apiList}>
          <li>{reading.resume()}</li>
          <li>{reading.reset()}</li>
          <li>{reading.away()}</li>
          <li>{reading.silent()}</li>
        </ul>
      </Section>
    </>
  );
}

export function Errors() {
  const { errors } = useTexts().LL.api;
  const rows = [
    [400, 'invalid-parameters', errors.invalidParameters()],
    [401, 'invalid-key', errors.invalidKey()],
    [401, 'plan-required', errors.planRequired()],
    [403, 'missing-scope', errors.missingScope()],
    [404, 'not-found', errors.notFound()],
    [429, 'rate-limited', errors.rateLimited()],
    [503, 'busy', errors.busy()],
    [503, 'unavailable', errors.unavailable()],
    [500, 'internal', errors.internal()],
  ] as const;
  return (
    <Section id="errors" title={errors.title()} lead={errors.lead()} layout="beside">
      <table className={styles.apiTable}>
        <thead>
          <tr>
            <th scope="col">{errors.status()}</th>
            <th scope="col">{errors.code()}</th>
            <th scope="col">{errors.meaning()}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([status, code, meaning]) => (
            <tr key={code}>
              <td>{status}</td>
              <th scope="row">{code}</th>
              <td>{meaning}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}
