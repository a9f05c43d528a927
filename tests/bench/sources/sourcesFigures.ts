import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { zipSync } from 'fflate';
import { medianOf } from '#shared/medianOf.ts';
import { type Figure, timeAtMost } from '#tests/bench/Figure.ts';
import { projectRoot } from '#tests/support/projectRoot.ts';
import { writeLfl } from '#worker/dev/standIns/sources/mtgLi/writeLfl.ts';

const NAME =
  'W_XX-EUMETSAT-Darmstadt,IMG+SAT,MTI1+LI-2-LFL--FD--CHK-BODY--ARC-NC4E_C_EUMT_20261029130020_L2PF_OPE_20261029125003_20261029130003_N__O_0078_0001.nc';
const FROM_MS = Date.UTC(2026, 9, 29, 12, 50, 3);
/** The fullest file of a day. */
const MOST_FLASHES = 40_653;
/** What the reader may take of memory, in MB: a process with less dies. */
const HEAP_MB = 32;

const run = promisify(execFile);

interface SourcesOptions {
  /** Fresh processes for each figure; the median counts. */
  readonly rounds: number;
  readonly warm: number;
}

/** Reading files of the Lightning Imager in a process of its own: the first one, and later ones. */
export async function sourcesFigures({ rounds, warm }: SourcesOptions): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'lfl-bench-'));
  try {
    const flashes = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        flashId: index + 1,
        atMs: FROM_MS + Math.floor((index * 600_000) / count),
        latitude: -60 + (index % 1_200) / 10,
        longitude: -60 + (index % 1_193) / 10,
      }));
    const write = async (count: number, form: 'plain' | 'gzip', zipped = false) => {
      const bytes = await writeLfl({ fromMs: FROM_MS, toMs: FROM_MS + 600_000, flashes: flashes(count), form });
      const path = join(folder, `${count}-${form}-${zipped}`);
      await writeFile(path, zipped ? zipSync({ [NAME]: bytes }) : bytes);
      return path;
    };
    const read = async (path: string, times: number) => {
      const reader = join(projectRoot, 'tests/bench/sources/readFiles.ts');
      const { stdout } = await run(process.execPath, [
        `--max-old-space-size=${HEAP_MB}`,
        reader,
        path,
        NAME,
        `${times}`,
      ]);
      return JSON.parse(stdout) as number[];
    };
    const cold = async (path: string) => {
      const first: number[] = [];
      for (let round = 0; round < rounds; round += 1) first.push((await read(path, 1))[0] ?? Number.NaN);
      return medianOf(first) ?? Number.NaN;
    };
    const later = async (path: string) => medianOf((await read(path, warm + 1)).slice(1)) ?? Number.NaN;
    const [plain, packed, full] = [
      await write(20_000, 'plain'),
      await write(20_000, 'gzip'),
      await write(MOST_FLASHES, 'plain', true),
    ];
    const figure = (name: string, ours: number, most: number): Figure => ({
      group: 'sources',
      name: `${name}, in ${HEAP_MB} MB`,
      unit: 'ms',
      ours,
      ...timeAtMost(most, 3 * most),
    });
    return [
      figure('20,000 flashes, first file', await cold(plain), 100),
      figure('20,000 flashes, later files', await later(plain), 30),
      figure('20,000 flashes packed in the file, first file', await cold(packed), 300),
      figure('20,000 flashes packed in the file, later files', await later(packed), 60),
      figure('40,653 flashes in a zip, first file', await cold(full), 250),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
