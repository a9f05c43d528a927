import { OWN_DISTURBANCES } from './Disturbance.ts';
import { runCell, type SmallDiskOrder } from './runCell.ts';

/** One cell in a process whose `STATE_ROOT` is a separate disk, small enough to be filled. */
process.on('message', async ({ disturbance: requested, options }: SmallDiskOrder) => {
  const disturbance = OWN_DISTURBANCES.find(({ name }) => name === requested);
  const stateRoot = process.env.STATE_ROOT;
  if (!disturbance || stateRoot === undefined) throw new Error(`no ${requested} or no STATE_ROOT`);
  process.send?.(await runCell(disturbance, options, stateRoot));
});
process.on('disconnect', () => process.exit());
