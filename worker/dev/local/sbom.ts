import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { billOfMaterials, type Lockfile } from './billOfMaterials.ts';

/** `npm run sbom`: writes the bill of materials of what is deployed to sbom.cdx.json. */

const root = fileURLToPath(new URL('../../..', import.meta.url));
const lock: Lockfile = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));
const bill = billOfMaterials(lock, new Date());
await writeFile(join(root, 'sbom.cdx.json'), `${JSON.stringify(bill, null, 2)}\n`);
process.stdout.write(`sbom.cdx.json: ${bill.components.length} packages\n`);
