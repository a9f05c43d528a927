import { describe, expect, test } from 'vitest';
import { LOCALES } from '#web/kit/i18n/locales.ts';
import { siteConfig } from '#web/kit/settings/siteConfig.ts';
import { securityTxt } from '#web/site/build/siteFiles.ts';
import { fileAt, readText } from './builtSite.ts';

const DAY_MS = 86_400_000;

/** The fields of a file, each with its values in order. RFC 9116 knows lines `Name: value` and comments. */
function fieldsOf(text: string): Map<string, string[]> {
  const fields = new Map<string, string[]>();
  for (const line of text.split('\n').filter((one) => one !== '' && !one.startsWith('#'))) {
    const [, name = '', value = ''] = /^([A-Za-z-]+): (\S.*)$/.exec(line) ?? [];
    expect(name, line).not.toBe('');
    fields.set(name, [...(fields.get(name) ?? []), value]);
  }
  return fields;
}

describe('security.txt', () => {
  test('of the built site says whom to write to, in which languages, and holds for less than a year', () => {
    const fields = fieldsOf(readText('.well-known/security.txt'));
    expect(fields.get('Contact')?.[0]).toBe(`mailto:${siteConfig.email}`);
    expect(fields.get('Preferred-Languages')).toEqual([LOCALES.join(', ')]);
    expect(fields.get('Expires')).toHaveLength(1);
    const expiresMs = Date.parse(fields.get('Expires')?.[0] ?? '');
    expect(expiresMs).toBeGreaterThan(Date.now() + 300 * DAY_MS);
    expect(expiresMs).toBeLessThan(Date.now() + 365 * DAY_MS);
  });

  test('of a site with an address names itself and the contact page, which exists', () => {
    const site = { origin: 'https://lightning.bg', email: 'people@lightning.bg' };
    const fields = fieldsOf(securityTxt(site, '/contact', LOCALES, Date.UTC(2026, 10, 21)));
    expect(fields.get('Canonical')).toEqual(['https://lightning.bg/.well-known/security.txt']);
    expect(fields.get('Contact')).toEqual(['mailto:people@lightning.bg', 'https://lightning.bg/contact']);
    expect(fields.get('Expires')).toEqual(['2027-11-16T00:00:00.000Z']);
    expect(fileAt('/contact')).not.toBeNull();
  });

  test('of a site without an address claims none', () => {
    const site = { origin: 'http://127.0.0.1:8787', email: 'people@lightning.bg' };
    const fields = fieldsOf(securityTxt(site, '/contact', LOCALES, 0));
    expect([...fields.keys()]).toEqual(['Contact', 'Expires', 'Preferred-Languages']);
  });
});
