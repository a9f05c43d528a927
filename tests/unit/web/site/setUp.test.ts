import { expect, test } from 'vitest';
import { forgiving } from '#web/kit/browser/browserStore.ts';
import { setUp } from '#web/site/app/setUp.ts';

function memory(entries: Record<string, string> = {}) {
  const map = new Map(Object.entries(entries));
  return {
    map,
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
  };
}

test('the theme is forced to light and stored', () => {
  const store = memory({ theme: 'dark' });
  setUp(store, { page: 'contact' });
  expect(store.map.get('theme')).toBe('light');
});

test('without a stored language it is English, and stored', () => {
  const store = memory();
  expect(setUp(store, { page: 'contact' })).toBe('en');
  expect(store.map.get('language')).toBe('en');
});

test('the stored language is kept', () => {
  expect(setUp(memory({ language: 'bg' }), { page: 'contact' })).toBe('bg');
});

test('a stored language that does not exist becomes English', () => {
  expect(setUp(memory({ language: 'xx' }), { page: 'contact' })).toBe('en');
});

test('an address that names a language decides, and is remembered', () => {
  const store = memory({ language: 'bg' });
  expect(setUp(store, { page: 'landing', locale: 'ru' })).toBe('ru');
  expect(store.map.get('language')).toBe('ru');
});

test('a browser that refuses storage costs the memory of the choice, not the page', () => {
  const refused = forgiving(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  expect(setUp(refused, { page: 'contact' })).toBe('en');
});
