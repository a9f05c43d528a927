import { expect, test } from 'vitest';
import { securityHeaders } from '#shared/http/securityHeaders.ts';
import { TILE_ORIGIN } from '#shared/http/tileOrigin.ts';
import { headersFile } from '#web/build/siteFiles.ts';

const policy = securityHeaders['Content-Security-Policy'] ?? '';
const directives = new Map(policy.split('; ').map((part) => [part.split(' ')[0], part.split(' ').slice(1)]));

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
  const hosts = [...directives.values()].flat().filter((source) => source.includes('//'));
  expect(hosts).toEqual([TILE_ORIGIN]);
});

test('static files are served with the same table as the Worker’s answers', () => {
  const [everything = ''] = headersFile().split('/assets/*');
  for (const [name, value] of Object.entries(securityHeaders)) expect(everything).toContain(`  ${name}: ${value}\n`);
});

test('only files with a hash in their name are kept for ever', () => {
  expect(headersFile()).toMatch(/\/assets\/\*\n {2}Cache-Control: public, max-age=31536000, immutable\n/);
  expect(headersFile().match(/immutable/g)).toHaveLength(1);
});
