import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '#tests/support/projectRoot.ts';
import type { RunResult } from './RunResult.ts';

export const RESULTS_DIR = join(projectRoot, '.cache/results');

/** Processor, cores, memory, and how busy the machine was when asked: a figure without them says little. */
export function describeMachine(): string {
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  const load = (loadavg()[0] ?? 0).toFixed(1);
  const model = cpus()[0]?.model.trim() ?? 'unknown processor';
  return `${availableParallelism()} cores of ${model}, ${gigabytes} GB, Node ${process.version}, load ${load} at the start`;
}

/** Starts the clock of a run; what it returns writes the result and gives the path of the file. */
export function beginRun(name: string, command: string) {
  const startedMs = Date.now();
  const machine = describeMachine();
  return async (outcome: Pick<RunResult, 'pass' | 'tables' | 'plots'>): Promise<string> => {
    const seconds = Math.round((Date.now() - startedMs) / 1000);
    const startedAt = new Date(startedMs).toISOString();
    const result: RunResult = { name, command, startedAt, seconds, machine, ...outcome };
    await mkdir(RESULTS_DIR, { recursive: true });
    const path = join(RESULTS_DIR, `${name}.json`);
    await writeFile(path, `${JSON.stringify(result, null, 1)}\n`);
    return path;
  };
}
