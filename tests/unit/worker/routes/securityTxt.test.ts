import { expect, test } from 'vitest';
import { securityTxt } from '#worker/routes/securityTxt.ts';

const PATH = '/.well-known/security.txt';
const DAY_MS = 86_400_000;

test('security.txt says whom to write to and holds for less than a year from now; without an address there is none', async () => {
  const vars = { PUBLIC_EMAIL: 'people@lightning.bg', PUBLIC_ORIGIN: 'https://lightning.bg' };
  const answer = await securityTxt.request(PATH, {}, vars);
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const [contact, expires = '', ...others] = (await answer.text()).split('\n');
  expect(contact).toBe('Contact: mailto:people@lightning.bg');
  const leftMs = Date.parse(expires.replace('Expires: ', '')) - Date.now();
  expect(leftMs).toBeGreaterThan(300 * DAY_MS);
  expect(leftMs).toBeLessThan(365 * DAY_MS);
  expect(others).toEqual(['Preferred-Languages: en, ru, bg', `Canonical: https://lightning.bg${PATH}`, '']);
  expect((await securityTxt.request(PATH, {}, { PUBLIC_EMAIL: '' })).status).toBe(404);
});
