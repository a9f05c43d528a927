import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, test } from 'vitest';
import { loadTexts } from '#web/kit/i18n/index.ts';
import { Behind } from '#web/site/about/Behind.tsx';
import { Partners } from '#web/site/landing/Partners.tsx';

const NOBODY = { name: '', url: '' };
const HOST = { name: 'Host Ltd', url: 'https://host.example' };
const BRIGADE = { name: 'Brigade of Samokov', url: '' };

beforeAll(() => loadTexts('en', ['about', 'landing']));

test('who is not named has no place on the page: neither partners nor a list of who stands behind it', () => {
  const parties = { hosting: NOBODY, fire: NOBODY, source: NOBODY };
  expect(renderToStaticMarkup(<Partners parties={parties} />)).toBe('');
  expect(renderToStaticMarkup(<Behind operator="" parties={parties} />)).toBe('');
});

test('partners are named, with a link if their address is known', () => {
  const html = renderToStaticMarkup(<Partners parties={{ hosting: HOST, fire: BRIGADE, source: NOBODY }} />);
  expect(html).toContain('<a href="https://host.example">Host Ltd</a>');
  expect(html).toContain('<b>Brigade of Samokov</b>');
  expect(renderToStaticMarkup(<Partners parties={{ hosting: NOBODY, fire: BRIGADE, source: NOBODY }} />)).not.toContain(
    'runs the servers',
  );
});

test('the about page says who runs the site and whose data it shows', () => {
  const html = renderToStaticMarkup(
    <Behind operator="Lightning Ltd" parties={{ hosting: NOBODY, fire: NOBODY, source: HOST }} />,
  );
  expect(html).toContain('<dt>Operator</dt><dd>Lightning Ltd</dd>');
  expect(html).toContain('<dt>Lightning data</dt><dd><a href="https://host.example">Host Ltd</a></dd>');
  expect(html).not.toContain('Fire brigade');
});
