import { Section } from '#web/kit/components/Section.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import styles from './Api.module.css';

/** The errors that a caller meets, and what to do about each. The reference has them all. */
export function Errors() {
  const { errors } = useTexts().LL.api;
  const rows = [
    [400, 'invalid-parameters', errors.invalidParameters()],
    [401, 'invalid-key', errors.invalidKey()],
    [403, 'missing-scope', errors.missingScope()],
    [404, 'not-found', errors.notFound()],
    [429, 'rate-limited', errors.rateLimited()],
    [503, 'busy', errors.busy()],
    [503, 'unavailable', errors.unavailable()],
    [500, 'internal', errors.internal()],
  ] as const;
  return (
    <Section id="errors" title={errors.title()} lead={errors.lead()} layout="beside">
      <table className={styles.table}>
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
