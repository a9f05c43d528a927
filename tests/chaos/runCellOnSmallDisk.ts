import { mkdtemp, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endProcess, nextMessage, spawnModule } from '#tests/support/spawnModule.ts';
import type { Disturbance } from './Disturbance.ts';
import type { CellOptions, CellVerdict } from './runCell.ts';
import type { SmallDiskOrder } from './smallDiskCell.ts';

const DISK_SIZE = '48m';

/** Runs the cell with its state on a file system of its own. Needs `canMakeWorlds()`. */
export async function runCellOnSmallDisk({ name }: Disturbance, options: CellOptions): Promise<CellVerdict> {
  const disk = await mkdtemp(join(tmpdir(), 'lightning-disk-'));
  const arrange = `mount -t tmpfs -o size=${DISK_SIZE} tmpfs '${disk}' && export STATE_ROOT='${disk}'`;
  const child = spawnModule(import.meta.url, './smallDiskCell.ts', { kind: 'mount', arrange });
  try {
    const verdict = nextMessage<CellVerdict>(child);
    child.send({ disturbance: name, options } satisfies SmallDiskOrder);
    return await verdict;
  } finally {
    await endProcess(child);
    await rmdir(disk);
  }
}
