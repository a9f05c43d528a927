import { expect, test } from 'vitest';
import { embedHeaders, pageHeaders, securityHeaders } from '#shared/http/securityHeaders.ts';
import { TILE_ORIGIN } from '#shared/http/tileOrigin.ts';
import { TURNSTILE_ORIGIN } from '#shared/http/turnstile.ts';
import { headersFile } from '#web/site/build/siteFiles.ts';

const POLICY = 'Content-Security-Policy';
const policy = pageHeaders()[POLICY] ?? '';
const directivesOf = (text = '') =>
  new Map(text.split('; ').map((part) => [part.split(' ')[0], part.split(' ').slice(1)]));
const directives = directivesOf(policy);
const hostsIn = (text?: string) => [...directivesOf(text).values()].flat().filter((source) => source.includes('//'));

test('the policy allows nothing unsafe and starts from nothing', () => {
  expect(policy).not.toContain('unsafe-');
  expect(policy).not.toContain('*');
  expect(directives.get('default-src')).toEqual(["'none'"]);
  expect(directives.get('script-src')).toEqual(["'self'"]);
  expect(directives.get('style-src')).toEqual(["'self'"]);
  expect(directives.get('object-src')).toEqual(["'none'"]);
  expect(directives.get('base-uri')).toEqual(["'none'"]);
  expect(directives.get('frame-ancestors')).toEqual(["'none'"]);
});

test('the only other host a page may talk to is that of the tiles', () => {
  expect(hostsIn(policy)).toEqual([TILE_ORIGIN]);
  expect(directives.get('connect-src')).toEqual(["'self'", TILE_ORIGIN]);
});

test('a page of a site with its own tiles may talk to nobody else, and no answer of the Worker’s to anybody', () => {
  expect(hostsIn(pageHeaders({ ownTiles: true })[POLICY])).toEqual([]);
  expect(pageHeaders({ ownTiles: true })).toEqual(securityHeaders);
  expect(headersFile({ ownTiles: true })).not.toContain('://');
});

test('static files are served with the same table as the Worker’s answers, but for the hosts they may ask', () => {
  const [everything = ''] = headersFile().split('/assets/*');
  for (const [name, value] of Object.entries(pageHeaders())) expect(everything).toContain(`  ${name}: ${value}\n`);
  expect({ ...pageHeaders(), [POLICY]: '' }).toEqual({ ...securityHeaders, [POLICY]: '' });
});

test('only files with a hash in their name are kept for ever', () => {
  expect(headersFile()).toMatch(/\/assets\/\*\n {2}Cache-Control: public, max-age=31536000, immutable\n/);
  expect(headersFile().match(/immutable/g)).toHaveLength(1);
});

test('only the map for pages of others may be framed; there it cannot ask where somebody is', () => {
  const rules = headersFile().split(/\n(?=\/)/);
  const framed = rules.filter((rule) => rule.includes('frame-ancestors *'));
  expect(framed.map((rule) => rule.split('\n')[0])).toEqual(['/embed', '/en/embed', '/ru/embed', '/bg/embed']);
  for (const rule of framed) {
    for (const name of ['X-Frame-Options', POLICY, 'Permissions-Policy']) expect(rule).toContain(`\n  ! ${name}\n`);
    expect(rule).not.toContain('\n  X-Frame-Options');
  }
  const other = directivesOf(embedHeaders()[POLICY]);
  expect([...other].filter(([name]) => name !== 'frame-ancestors')).toEqual(
    [...directives].filter(([name]) => name !== 'frame-ancestors'),
  );
  expect(embedHeaders()['Permissions-Policy']).toContain('geolocation=(),');
});

const directivesIn = (headers: Readonly<Record<string, string>>) => (headers[POLICY] ?? '').split('; ');

test('Turnstile gets its script and its frame, where it is asked for, and nothing else', () => {
  const plain = directivesIn(pageHeaders());
  expect(directivesIn(pageHeaders({ turnstile: true })).filter((directive) => !plain.includes(directive))).toEqual([
    `script-src 'self' ${TURNSTILE_ORIGIN}`,
    `frame-src 'self' ${TURNSTILE_ORIGIN}`,
  ]);
  expect({ ...pageHeaders({ turnstile: true }), [POLICY]: '' }).toEqual({ ...pageHeaders(), [POLICY]: '' });
});

test('a site without Turnstile names it nowhere', () => {
  expect(headersFile()).not.toContain(TURNSTILE_ORIGIN);
  expect(headersFile({ turnstile: true })).toContain(`frame-src 'self' ${TURNSTILE_ORIGIN}`);
});
