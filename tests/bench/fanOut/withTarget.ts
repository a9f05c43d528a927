import type { Target } from './Target.ts';

/** Starts the target, gives it to `use`, and closes it whatever comes of that. */
export async function withTarget<Result>(
  start: () => Promise<Target>,
  use: (target: Target) => Promise<Result>,
): Promise<Result> {
  const target = await start();
  try {
    return await use(target);
  } finally {
    await target.close();
  }
}
