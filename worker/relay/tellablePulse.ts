import type { ToldPulse } from '#shared/wire/pulseState.ts';

/**
 * The pulse that streams may be told: `heard`, unless it speaks of strikes beyond `headSeq`, which the relay has yet to
 * pass on, or was overtaken on its way by the one that they were told last.
 */
export function tellablePulse(
  told: ToldPulse | undefined,
  heard: ToldPulse | undefined,
  headSeq: number,
): ToldPulse | undefined {
  if (!heard || heard.seq > headSeq) return told;
  if (!told || heard.epoch !== told.epoch) return heard;
  const overtaken = heard.seq < told.seq || (heard.watermarkMs ?? 0) < (told.watermarkMs ?? 0);
  return overtaken ? told : heard;
}
