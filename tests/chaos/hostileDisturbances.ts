import type { HostileMode } from '#worker/dev/simulator/hostile.ts';
import type { Disturbance } from './Disturbance.ts';

/** Ids that a provider may send and that break careless code: markup, paths, formulas, SQL. */
const HOSTILE_IDS: readonly string[] = [
  ...["'; DROP TABLE strike; --", '" OR 1=1 --', '<script>alert(1)</script>', ']]>', '<![CDATA[x', '&amp;&#0;'],
  ...['../../etc/passwd', '..%2f..%2f', '%00', '%25%32%46', 'a/b?c=d#e', '=HYPERLINK("x")', '+1+1', '@SUM(A1)', '-2'],
  ...['a,b;c\u00a0d', '"quoted"', "it's", '{"__proto__":1}', '__proto__', 'constructor', 'toString'],
  ...['null', 'undefined', 'NaN', '0', '1e309', '\ufffd', '\uffff', '\u202egnp.exe', '\u200b', '\ufeffbom'],
  ...['Ω≈ç√∫', 'молния', '⚡️👨‍👩‍👧', ' leading and trailing ', 'x'.repeat(128)],
];

/** Looks at Spain, which is not home, beside a viewer of home. */
const FOREIGN_VIEWER = 'bbox=-10,36,4,44';
/** As deployed: it takes two minutes to see whether home falls silent. */
const AS_DEPLOYED = { POLL_INTERVAL_MS: '5000', PROVIDER_MAX_RPS: '2' };

function coverage(name: string, hostile: HostileMode): Disturbance {
  const lasting = { secondsDuring: 120, vars: AS_DEPLOYED, beside: FOREIGN_VIEWER };
  return { name: `hostile: a foreign box ${name}`, faults: { hostile }, ...lasting };
}

const answer = (name: string, hostile: HostileMode): Disturbance => ({ name: `hostile: ${name}`, faults: { hostile } });

/** A provider that errs in earnest: what it says is wrong, too much, or against somebody. */
export const HOSTILE_DISTURBANCES: readonly Disturbance[] = [
  coverage('is answered 403', 'cov403'),
  coverage('is answered 400', 'cov400'),
  coverage('is answered 500', 'cov500'),
  coverage('hangs', 'cov-hang'),
  answer('rows are renamed', 'renamed'),
  answer('a row of the year 9999', 'future'),
  answer('times are three hours ahead', 'plus3h'),
  answer('coordinates are exchanged', 'coords'),
  answer('the same 300 rows for ever', 'same'),
  answer('30,000 rows', 'many'),
  answer('1.3 million rows', 'rows'),
  answer('a byte a second', 'drip'),
  { name: 'hostile: every call hangs', faults: { hangRate: 1 } },
  answer('a gzip bomb', 'gzip-bomb'),
  answer('204', '204'),
  answer('a page of HTML', 'html'),
  answer('a Content-Length too short', 'short-length'),
  answer('a Date 14 min ahead', 'date-ahead'),
  answer('a Date 14 min behind', 'date-behind'),
  answer('a Retry-After of a thousand years', 'retry-after'),
  {
    name: `hostile: ${HOSTILE_IDS.length} hostile ids`,
    begin: async ({ simulator }) => {
      simulator.publish(HOSTILE_IDS.map((id, index) => ({ id, latitude: 41 + index / 100, longitude: 22 })));
    },
  },
];
