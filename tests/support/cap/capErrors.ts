import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validateXML } from 'xmllint-wasm';
import { projectRoot } from '#tests/support/projectRoot.ts';

const schema = readFileSync(join(projectRoot, 'tests/support/cap/capMessage.xsd'), 'utf8');

/** What libxml2 has against the documents as CAP 1.2 messages; empty if nothing. */
export async function capErrors(...documents: readonly string[]): Promise<string[]> {
  const xml = documents.map((contents, index) => ({ fileName: `message${index}.xml`, contents }));
  const { valid, errors } = await validateXML({ xml, schema });
  return valid ? [] : errors.map(({ message }) => message);
}
