import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '#tests/support/projectRoot.ts';
import { promisesText } from './promises.ts';

// `npm run promises`: writes tests/README.md as the tests are.
await writeFile(join(projectRoot, 'tests/README.md'), await promisesText());
