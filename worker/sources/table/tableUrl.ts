import * as v from 'valibot';
import { isoMillis } from '#shared/time/isoTime.ts';
import type { StrikeWindow } from '#worker/sources/port/StrikeSource.ts';
import { HttpAddress } from '#worker/sources/port/variableTypes.ts';
import { widenedBox } from '#worker/sources/port/widenedBox.ts';

const PLACEHOLDERS = ['west', 'south', 'east', 'north', 'from', 'to', 'fromMs', 'toMs', 'limit', 'token'] as const;
type Placeholder = (typeof PLACEHOLDERS)[number];

const NEEDED: readonly (readonly Placeholder[])[] = [
  ['west'],
  ['south'],
  ['east'],
  ['north'],
  ['from', 'fromMs'],
  ['to', 'toMs'],
];

const IN_BRACES = /\{([^{}]*)\}/g;
const namesIn = (template: string) => [...template.matchAll(IN_BRACES)].map(([, name = '']) => name);

/** An address with placeholders for the window. */
export const UrlTemplate = v.pipe(
  HttpAddress,
  v.rawCheck(({ dataset, addIssue }) => {
    if (dataset.typed) for (const message of templateFaults(dataset.value)) addIssue({ message });
  }),
);

function templateFaults(template: string): string[] {
  const names = namesIn(template);
  const lacking = NEEDED.filter((either) => !either.some((name) => names.includes(name)));
  const strange = names.some((name) => !(PLACEHOLDERS as readonly string[]).includes(name));
  return [
    ...lacking.map((either) => `must have ${either.map((name) => `{${name}}`).join(' or ')}`),
    ...(strange ? [`has a placeholder that is none of ${PLACEHOLDERS.join(', ')}`] : []),
  ];
}

export function hasPlaceholder(template: string, name: Placeholder): boolean {
  return namesIn(template).includes(name);
}

interface TableQuestion {
  readonly template: string;
  readonly window: StrikeWindow;
  readonly limit: number;
  readonly token: string | undefined;
  /** Times are widened by it, because bounds may be inclusive or not and be compared with rounded times. */
  readonly timeStepMs: number;
}

/** The template with its placeholders filled in, each encoded for a query. The box is rounded outwards to 1e-5 degrees. */
export function tableUrl({
  template,
  window: { bbox, fromMs, toMs },
  limit,
  token,
  timeStepMs,
}: TableQuestion): string {
  const slackMs = Math.max(1, Math.ceil(timeStepMs));
  const values: Readonly<Record<Placeholder, string | number>> = {
    ...widenedBox(bbox),
    from: isoMillis(fromMs - slackMs),
    to: isoMillis(toMs + slackMs),
    fromMs: fromMs - slackMs,
    toMs: toMs + slackMs,
    limit,
    token: token ?? '',
  };
  return template.replace(IN_BRACES, (_, name: Placeholder) => encodeURIComponent(values[name]));
}
