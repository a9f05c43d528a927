/**
 * Milliseconds of this thread's processor that `act` took, in the system's ticks of some milliseconds: let it do enough.
 * A clock's time would include other processes on the machine, and fail because of them.
 */
export function cpuMs(act: () => unknown): number {
  const before = process.threadCpuUsage();
  act();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
