import * as v from 'valibot';
import { type BBox, parseBBox } from '#shared/geo/BBox.ts';

/** A decimal number as text. */
export function numberFrom(min: number, max: number, whole = true) {
  return v.pipe(
    v.string('is missing'),
    v.regex(/^\d{1,12}(\.\d{1,6})?$/, 'must be a number'),
    v.transform(Number),
    v.check((value) => !whole || Number.isInteger(value), 'must be a whole number'),
    v.check((value) => value >= min && value <= max, `must be between ${min} and ${max}`),
  );
}

/** Names reserved for examples, which a deployment must never call. */
function isPlaceholder(url: string): boolean {
  return URL.canParse(url) && /\.(invalid|example|test)$|^example\.(com|org|net)$/.test(new URL(url).hostname);
}

/** An address as it is, a template too. */
export const HttpAddress = v.pipe(
  v.string('is missing'),
  v.minLength(1, 'is empty: set the address of the provider'),
  v.url('must be a URL'),
  v.check((url) => /^https?:\/\//.test(url), 'must be an http or https URL'),
  v.check((url) => !isPlaceholder(url), 'is a placeholder'),
);

/** An address without a trailing slash. */
export const HttpUrl = v.pipe(
  HttpAddress,
  v.transform((url) => url.replace(/(?<!\/)\/+$/, '')),
);

export const BoxText = v.pipe(
  v.string('is missing'),
  v.rawTransform<string, BBox>(({ dataset, addIssue, NEVER }) => {
    const parsed = parseBBox(dataset.value);
    if (parsed.ok) return parsed.bbox;
    addIssue({ message: `must be west,south,east,north in degrees (${parsed.fault})` });
    return NEVER;
  }),
);

export const Secret = v.optional(v.pipe(v.string(), v.minLength(1, 'is empty')));
