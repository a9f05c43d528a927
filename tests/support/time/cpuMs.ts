/**
 * Milliseconds of this thread's processor that `act` took, in the system's ticks of some milliseconds: let it do enough.
 * The time of a clock would count whoever else runs on the machine, and fail beside them.
 */
export function cpuMs(act: () => unknown): number {
  const before = process.threadCpuUsage();
  act();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
