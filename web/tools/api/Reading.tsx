import { Section } from '#web/kit/components/Section.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import styles from './Api.module.css';

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
