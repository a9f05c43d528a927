import { type Clock, systemClock } from '#shared/Clock.ts';
import { DAY_MS, parseIsoInstant } from '#shared/time.ts';
import { listenOnLoopback } from '#worker/dev/loopback.ts';
import { type FaultInput, USUAL_LATENESS } from './FaultSettings.ts';
import { type SimulatorControl, serveRequest, simulatedProvider } from './simulatedProvider.ts';
import { readRecording, replayRecording, type SimulatedSource } from './simulatedSource.ts';
import { stormModel } from './stormModel.ts';
import { weatherModel } from './weatherModel.ts';

export interface SimulatorOptions {
  /** 0, the default, means any free port. */
  readonly port?: number;
  readonly clock?: Clock;
  readonly seed?: number;
  /** The default is storms generated from `seed`. */
  readonly source?: SimulatedSource;
  /** Retention of strikes. The default is 14 days for storms, unlimited for any other source. */
  readonly historyMs?: number;
  /** The default is none: strikes are visible at once, and every response is correct. */
  readonly faults?: FaultInput;
  /** A line for each notification received, without any text of a visitor. */
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

const STORM_HISTORY_MS = 14 * DAY_MS;

/** Starts the simulated provider on the loopback interface. Rejects if the port is in use. */
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

type Scene = 'demo' | 'storms';

interface Settings {
  readonly port: number;
  readonly seed: number;
  readonly scene: Scene;
  readonly recordingPath?: string;
  readonly speed: number;
  /** Time of the recording's first millisecond, or the demo's anchor; by default the start of the process. */
  readonly startMs?: number;
  readonly printMessages: boolean;
}

type Env = Readonly<Record<string, string | undefined>>;

/**
 * `PORT` (default 8790), `SIMULATOR_SEED` (default 1), `SIMULATOR_RECORDING` (a path), `SIMULATOR_SPEED` (default 1),
 * `SIMULATOR_START` (ISO time), `SIMULATOR_PRINT_MESSAGES` (1 for yes), `SIMULATOR_SCENE` (`demo`, the default, with
 * lines that reach Sofia from half an hour after the start on, or `storms`). `fault` is the invalid variable.
 */
function readSettings(
  env: Env,
): { readonly ok: true; readonly value: Settings } | { readonly ok: false; readonly fault: string } {
  const port = Number(env.PORT || 8790);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) return { ok: false, fault: 'PORT must be from 0 to 65535' };
  const seed = Number(env.SIMULATOR_SEED || 1);
  if (!Number.isSafeInteger(seed)) return { ok: false, fault: 'SIMULATOR_SEED must be a whole number' };
  const scene = env.SIMULATOR_SCENE || 'demo';
  if (scene !== 'demo' && scene !== 'storms') return { ok: false, fault: 'SIMULATOR_SCENE must be demo or storms' };
  const speed = Number(env.SIMULATOR_SPEED || 1);
  if (!(speed > 0 && speed <= 1000)) return { ok: false, fault: 'SIMULATOR_SPEED must be above 0, at most 1000' };
  const startMs = env.SIMULATOR_START ? parseIsoInstant(env.SIMULATOR_START) : undefined;
  if (env.SIMULATOR_START && startMs === undefined) return { ok: false, fault: 'SIMULATOR_START must be an ISO time' };
  return {
    ok: true,
    value: {
      port,
      seed,
      scene,
      speed,
      printMessages: env.SIMULATOR_PRINT_MESSAGES === '1',
      ...(env.SIMULATOR_RECORDING ? { recordingPath: env.SIMULATOR_RECORDING } : {}),
      ...(startMs === undefined ? {} : { startMs }),
    },
  };
}

/** @throws Error with the name of the bad variable; see `readSettings` */
export async function startSimulatorFromEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  onMessage: (line: string) => void,
): Promise<Simulator> {
  const settings = readSettings(environment);
  if (!settings.ok) throw new Error(settings.fault);
  const { port, seed, recordingPath, printMessages } = settings.value;
  const source = await sourceOf(settings.value);
  return await startSimulator({
    port,
    seed,
    faults: { lateness: USUAL_LATENESS },
    source,
    ...(recordingPath ? {} : { historyMs: STORM_HISTORY_MS }),
    ...(printMessages ? { onMessage } : {}),
  });
}

async function sourceOf({
  seed,
  scene,
  recordingPath,
  speed,
  startMs = systemClock.now(),
}: Settings): Promise<SimulatedSource> {
  if (recordingPath) return replayRecording(await readRecording(recordingPath), { startMs, speed, atEnd: 'loop' });
  return scene === 'storms' ? stormModel(seed) : weatherModel(seed, startMs);
}
