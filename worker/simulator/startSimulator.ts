import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Clock, systemClock } from '#shared/time/Clock.ts';
import type { SimulatorControl } from './answerControl.ts';
import type { FaultInput } from './FaultSettings.ts';
import { serveRequest } from './serveRequest.ts';
import { simulatedProvider } from './simulatedProvider.ts';
import { DAY_MS } from './sky/stormCells.ts';
import { stormModel } from './sky/stormModel.ts';
import type { StrikeSource } from './sky/strikeSource.ts';

export interface SimulatorOptions {
  /** 0, the default, is any free port. */
  readonly port?: number;
  readonly clock?: Clock;
  readonly seed?: number;
  /** The default is storms of `seed`. */
  readonly source?: StrikeSource;
  /** How far back strikes are remembered: storms for 14 days, any other source for ever. */
  readonly historyMs?: number;
  /** The default is none: strikes are visible at once, and every answer is right. */
  readonly faults?: FaultInput;
  /** Told one line for each notification taken; the line holds nothing that a visitor wrote. */
  readonly onMessage?: (line: string) => void;
}

export interface Simulator extends SimulatorControl {
  /** `http://127.0.0.1:PORT`, without a slash at its end. */
  readonly url: string;
  readonly port: number;
  /** Stops at once: open sockets are destroyed and waiting answers forgotten. */
  close(): Promise<void>;
}

const HISTORY_MS = 14 * DAY_MS;

/** Starts the stand-in for the provider on the loopback interface. Rejects when the port is taken. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const { clock = systemClock, seed = 1, source = stormModel(seed), faults = {}, onMessage = () => {} } = options;
  const historyMs = options.historyMs ?? (options.source ? Number.POSITIVE_INFINITY : HISTORY_MS);
  const provider = simulatedProvider({ clock, seed, source, historyMs, faults, onMessage });
  const server = createServer((request, response) => {
    serveRequest(provider, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    ...provider,
    url: `http://127.0.0.1:${port}`,
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
