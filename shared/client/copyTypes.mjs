import { cpSync } from 'node:fs';

/** What `tsc -b` made of our own files; our exports name no types of `shared/`. */
cpSync('../../.cache/types/client/shared/client', 'dist/types', {
  recursive: true,
  filter: (path) => !path.endsWith('.tsbuildinfo'),
});
