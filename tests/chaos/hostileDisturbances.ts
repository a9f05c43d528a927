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

/** Looks at Spain, which is not home, while another viewer looks at home. */
const ON_DEMAND_VIEWER = 'bbox=-10,36,4,44';
/** As deployed: it takes two minutes to see whether home falls silent. */
const AS_DEPLOYED = { POLL_INTERVAL_MS: '5000', PROVIDER_MAX_RPS: '2' };

function coverage(name: string, hostile: HostileMode): Disturbance {
  const lasting = { secondsDuring: 120, vars: AS_DEPLOYED, beside: ON_DEMAND_VIEWER };
  return { name: `hostile: a foreign box ${name}`, faults: { hostile }, ...lasting };
}

const result = (name: string, hostile: HostileMode): Disturbance => ({ name: `hostile: ${name}`, faults: { hostile } });

/** A provider that errs in earnest: what it says is wrong, too much, or against somebody. */
export const HOSTILE_DISTURBANCES: readonly Disturbance[] = [
  coverage('is answered 403', 'cov403'),
  coverage('is answered 400', 'cov400'),
  coverage('is answered 500', 'cov500'),
  coverage('hangs', 'cov-hang'),
  result('rows are renamed', 'renamed'),
  result('a row of the year 9999', 'future'),
  result('times are three hours ahead', 'plus3h'),
  result('coordinates are exchanged', 'coords'),
  result('the same 300 rows for ever', 'same'),
  result('30,000 rows', 'many'),
  result('1.3 million rows', 'rows'),
  result('a byte a second', 'drip'),
  { name: 'hostile: every call hangs', faults: { hangRate: 1 } },
  result('a gzip bomb', 'gzip-bomb'),
  result('204', '204'),
  result('a page of HTML', 'html'),
  result('a Content-Length too short', 'short-length'),
  result('a Date 14 min ahead', 'date-ahead'),
  result('a Date 14 min behind', 'date-behind'),
  result('a Retry-After of a thousand years', 'retry-after'),
  {
    name: `hostile: ${HOSTILE_IDS.length} hostile ids`,
    begin: async ({ simulator }) => {
      simulator.publish(HOSTILE_IDS.map((id, index) => ({ id, latitude: 41 + index / 100, longitude: 22 })));
    },
  },
];
