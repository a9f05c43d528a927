import { expect, test } from 'vitest';
import { TURNSTILE_ORIGIN } from '#shared/contact/turnstile.ts';
import { pageHeaders } from '#shared/http/securityHeaders.ts';
import { headersFile } from '#web/site/build/siteFiles.ts';

const POLICY = 'Content-Security-Policy';
const directives = (headers: Readonly<Record<string, string>>) => (headers[POLICY] ?? '').split('; ');

test('Turnstile gets its script and its frame, where it is asked for, and nothing else', () => {
  const plain = directives(pageHeaders());
  expect(directives(pageHeaders({ turnstile: true })).filter((directive) => !plain.includes(directive))).toEqual([
    `script-src 'self' ${TURNSTILE_ORIGIN}`,
    `frame-src 'self' ${TURNSTILE_ORIGIN}`,
  ]);
  expect({ ...pageHeaders({ turnstile: true }), [POLICY]: '' }).toEqual({ ...pageHeaders(), [POLICY]: '' });
});

test('a site without Turnstile names it nowhere', () => {
  expect(headersFile()).not.toContain(TURNSTILE_ORIGIN);
  expect(headersFile({ turnstile: true })).toContain(`frame-src 'self' ${TURNSTILE_ORIGIN}`);
});
