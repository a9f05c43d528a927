import { cpSync } from 'node:fs';

/** What `tsc -b` made of our own files; those of `shared/` are not named in what we export. */
cpSync('../../.cache/types/client/clients/typescript/src', 'dist/types', { recursive: true });
