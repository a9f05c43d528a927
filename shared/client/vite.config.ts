import { defineConfig } from 'vite';

/** One file that bundles the codec of `shared/` and the parser of event streams. */
export default defineConfig({
  root: import.meta.dirname,
  build: {
    outDir: 'dist',
    target: 'es2023',
    minify: false,
    license: { fileName: 'licences.md' },
    lib: { entry: 'index.ts', formats: ['es'], fileName: 'index' },
  },
});
