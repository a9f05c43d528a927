import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** It is run, not installed with the project: the ground is made once in years. */
const MAPSHAPER = 'mapshaper@0.6.113';
/** The region with a margin, which the tiles' edges lie within. */
const CLIP = 'bbox=10.9,31.6,34.1,49.2';

/** Clips a map file to the region and returns the name of the result; a result that is there is not made again. */
export function clip(dir: string, source: string): string {
  const out = join(dir, `clipped-${basename(source).split('.')[0]}.json`);
  if (!existsSync(out)) mapshaper(source, ['-clip', CLIP], out);
  return out;
}

/** Runs mapshaper's `commands` over a map file and returns its shapes. */
export function simplify(dir: string, source: string, commands: readonly string[]): GeoJSON.Feature[] {
  const out = join(dir, 'simplified.json');
  mapshaper(source, commands, out);
  return (JSON.parse(readFileSync(out, 'utf8')) as GeoJSON.FeatureCollection).features;
}

function mapshaper(source: string, commands: readonly string[], out: string): void {
  const output = ['-o', out, 'force', 'format=geojson', 'geojson-type=FeatureCollection'];
  execFileSync('npx', ['--yes', MAPSHAPER, source, ...commands, ...output], { stdio: 'inherit' });
}
