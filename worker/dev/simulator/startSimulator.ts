import { type Clock, systemClock } from '#shared/time/Clock.ts';
import { DAY_MS } from '#shared/time/hourKey.ts';
import { listenOnLoopback } from '#worker/dev/loopback.ts';
import type { FaultInput } from './FaultSettings.ts';
import { type SimulatorControl, serveRequest, simulatedProvider } from './simulatedProvider.ts';
import type { SimulatedSource } from './sky/simulatedSource.ts';
import { stormModel } from './sky/stormModel.ts';

export interface SimulatorOptions {
  /** 0, the default, means any free port. */
  readonly port?: number;
  readonly clock?: Clock;
  readonly seed?: number;
  /** The default is storms generated from `seed`. */
  readonly source?: SimulatedSource;
  /** How far back strikes are kept. The default is 14 days for storms, forever for any other source. */
  readonly historyMs?: number;
  /** The default is none: strikes are visible at once, and every answer is correct. */
  readonly faults?: FaultInput;
  /** A line for each notification received, without anything a visitor wrote. */
  readonly onMessage?: (line: string) => void;
}

export interface Simulator extends SimulatorControl {
  /** `http://127.0.0.1:PORT`, without a trailing slash. */
  readonly url: string;
  readonly port: number;
  readonly sky: SimulatedSource;
  /** Destroys open sockets. */
  close(): Promise<void>;
}

export const STORM_HISTORY_MS = 14 * DAY_MS;

/** Starts the simulated provider on the loopback interface. Rejects if the port is taken. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const { clock = systemClock, seed = 1, source = stormModel(seed), faults = {}, onMessage = () => {} } = options;
  const historyMs = options.historyMs ?? (options.source ? Number.POSITIVE_INFINITY : STORM_HISTORY_MS);
  const provider = simulatedProvider({ clock, seed, source, historyMs, faults, onMessage });
  const loopback = await listenOnLoopback(options.port ?? 0, (request, response) => {
    serveRequest(provider, request, response).catch(() => response.destroy());
  });
  const { url, port, close } = loopback;
  return {
    ...provider,
    sky: source,
    url,
    port,
    close,
  };
}
