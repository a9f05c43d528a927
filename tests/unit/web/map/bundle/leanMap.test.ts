import { expect, test } from 'vitest';
import { stubsOfUnused } from '#web/map/bundle/leanMap.ts';

/** The hooks of a plugin that stubs what `lib` calls ./part.js and ./other.js. */
function plugin() {
  const { resolveId, buildEnd } = stubsOfUnused({ '@s/lib': ['./part.js', './other.js'] });
  if (typeof resolveId !== 'function' || typeof buildEnd !== 'function') throw new Error('The hooks are functions');
  const ask = (name: string, importer: string) => resolveId.call({} as never, name, importer, {} as never);
  return { ask, end: (environment: string) => buildEnd.call({ environment: { name: environment } } as never) };
}

test('a stub stands in for a part only where the library it was chosen for imports it', () => {
  const { ask } = plugin();
  expect(ask('./part.js', '/project/node_modules/@s/lib/dist/index.js')).toMatch(/stubs\.ts$/);
  expect(ask('./part.js', '/project/node_modules/x/node_modules/@s/lib/index.js')).toMatch(/stubs\.ts$/);
  expect(ask('./part.js', '/project/node_modules/@s/library/dist/index.js')).toBeNull();
  expect(ask('./part.js', '/project/web/map/strikes.ts')).toBeNull();
  expect(ask('./more.js', '/project/node_modules/@s/lib/dist/index.js')).toBeNull();
});

test('a stub for what nobody imports any more fails the build, by name', () => {
  const { ask, end } = plugin();
  ask('./part.js', '/project/node_modules/@s/lib/dist/index.js');
  expect(() => end('client')).toThrow(/nobody imports: @s\/lib: \.\/other\.js$/);
  ask('./other.js', '/project/node_modules/@s/lib/dist/index.js');
  expect(() => end('client')).not.toThrow();
  expect(() => plugin().end('prerender')).not.toThrow();
});
