import { open } from 'node:fs/promises';

const CHUNK = Buffer.alloc(64 * 1024, 1);

/** Writes the file until its file system has no room left. @throws whatever else the system says */
export async function fillDisk(path: string): Promise<void> {
  const file = await open(path, 'w');
  try {
    for (let size = CHUNK.length; size > 0; ) {
      try {
        await file.write(CHUNK, 0, size);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        size = Math.floor(size / 2);
      }
    }
  } finally {
    await file.close();
  }
}
