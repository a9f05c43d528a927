import { readdirSync, readFileSync } from 'node:fs';

/** Figures of processes of this machine, from /proc. NaN where the system has none (anything but Linux). */
function reading(read: () => number): number {
  try {
    return read();
  } catch {
    return Number.NaN;
  }
}

/** Processor time of all threads so far, in seconds. */
export function cpuSeconds(pid: number): number {
  return reading(() => {
    const nanoseconds = readdirSync(`/proc/${pid}/task`).map((task) =>
      Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]),
    );
    return nanoseconds.reduce((sum, spent) => sum + spent, 0) / 1e9;
  });
}

/** Resident memory in bytes; buffers of the kernel's sockets are not in it. */
export function residentBytes(pid: number): number {
  return reading(() => {
    const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(kilobytes) * 1024;
  });
}

/** Open file descriptors. */
export function openHandles(pid: number): number {
  return reading(() => readdirSync(`/proc/${pid}/fd`).length);
}

const parentOf = (pid: string) => Number(/^\d+ \(.*\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]);

/** The newest workerd that this process started. @throws Error if it started none */
export function ownWorkerd(): number {
  const pids = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'workerd' && parentOf(pid) === process.pid;
      } catch {
        return false;
      }
    })
    .map(Number);
  const newest = Math.max(...pids);
  if (!Number.isFinite(newest)) throw new Error('no workerd was started here');
  return newest;
}

interface HeapUsage {
  readonly totalSize: number;
  readonly embedderHeapUsedSize: number;
  readonly backingStorageSize: number;
}

/**
 * What an isolate holds after a full collection, in bytes: V8's heap, and the buffers outside it. Native memory of
 * connections is not in it. `inspector`: the isolate's address of V8's inspector. Rejects if nobody answers there.
 */
export async function isolateBytes(inspector: string): Promise<number> {
  const socket = new WebSocket(inspector);
  const call = (id: number, method: string) =>
    new Promise<HeapUsage>((resolve, reject) => {
      socket.addEventListener('error', () => reject(new Error(`no inspector at ${inspector}`)));
      socket.addEventListener('message', ({ data }) => {
        const answer = JSON.parse(String(data)) as { readonly id?: number; readonly result: HeapUsage };
        if (answer.id === id) resolve(answer.result);
      });
      socket.send(JSON.stringify({ id, method }));
    });
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error(`no inspector at ${inspector}`)));
  });
  await call(1, 'HeapProfiler.collectGarbage');
  const { totalSize, embedderHeapUsedSize, backingStorageSize } = await call(2, 'Runtime.getHeapUsage');
  socket.close();
  return totalSize + embedderHeapUsedSize + backingStorageSize;
}
