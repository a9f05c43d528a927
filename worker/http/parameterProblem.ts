import { HttpProblem } from './HttpProblem.ts';

const RULES: Readonly<Record<string, string>> = {
  missing: 'is required',
  unknown: 'is not a parameter of this call',
  repeated: 'must be given once',
  format: 'is malformed',
  range: 'is out of range',
  reversed: 'must begin before it ends',
  conflict: 'cannot be combined with the other parameters',
  'too-long': 'is too long',
  'too-many': 'has too many values',
  'too-wide': 'spans too much time',
};

/** One fault as a schema reports it. The last three fields are valibot's additions to Standard Schema. */
export interface ParameterIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
  readonly type?: string;
  readonly expected?: string | null;
  readonly input?: unknown;
}

function fieldOf(issue: ParameterIssue): string {
  const first = issue.path?.[0];
  return String(typeof first === 'object' ? first.key : (first ?? 'query'));
}

function ruleOf(issue: ParameterIssue): string {
  if (issue.type === 'strict_object') return issue.expected === 'never' ? 'unknown' : 'missing';
  return Array.isArray(issue.input) ? 'repeated' : issue.message;
}

/** A 400 that names every bad parameter and the rule it broke. */
export function parameterProblem(issues: readonly ParameterIssue[]): HttpProblem {
  // A map, because a caller may send a parameter called `constructor`.
  const errors = new Map<string, string>();
  for (const issue of issues) {
    const field = fieldOf(issue).slice(0, 64);
    if (!errors.has(field)) errors.set(field, ruleOf(issue));
  }
  const detail = [...errors].map(([field, rule]) => `${field} ${RULES[rule] ?? rule}`);
  return new HttpProblem(400, 'invalid-parameters', `${detail.join('; ')}.`, { errors: Object.fromEntries(errors) });
}
