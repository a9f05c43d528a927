import type { BBox } from '#shared/geo/BBox.ts';
import type { Clock } from '#shared/time/Clock.ts';
import type { FileAnswer, FileSource, ListedFile, NoSourceAnswer } from '#worker/sources/port/StrikeSource.ts';
import { type FileStep, isOfFile, nextFileStep } from './plan/planFiles.ts';

/** A file that is not there yet is asked for again after this long, one that cannot be believed after ten minutes. */
const ABSENT_REST_MS = 60_000;
const UNREADABLE_REST_MS = 10 * 60_000;

type Strikes = Extract<FileAnswer, { kind: 'strikes' }>;

/** A file with the strikes of its time; `misplaced` others were left out. */
export type TakenFile = Strikes & { readonly file: ListedFile; readonly misplaced: number };

/** What one call came to. */
type FileRead =
  | { readonly kind: 'listed' }
  | TakenFile
  | Exclude<FileAnswer, Strikes | NoSourceAnswer>
  | NoSourceAnswer;

export interface FileReaderDeps {
  readonly source: FileSource;
  readonly home: BBox;
  readonly clock: Clock;
}

/** What is on offer at a source of files, and what of it rests. In memory alone: a list costs one call. */
export class FileReader {
  private readonly deps: FileReaderDeps;
  private listed: readonly ListedFile[] = [];
  private listedMs: number | undefined;
  /** By the file's id. */
  private restsMs: ReadonlyMap<string, number> = new Map();

  constructor(deps: FileReaderDeps) {
    this.deps = deps;
  }

  /** What to ask for next: a list, or the first file of it that rests no more and is wanted. */
  next(isWanted: (file: ListedFile) => boolean): FileStep {
    const nowMs = this.deps.clock.now();
    const isAwake = ({ id }: ListedFile) => (this.restsMs.get(id) ?? 0) <= nowMs;
    const { listedMs, listed } = this;
    return nextFileStep({ nowMs, listedMs, listed, isWanted: (file) => isAwake(file) && isWanted(file) });
  }

  /** One call. `sinceMs`: what ended before is not asked for. Never rejects. */
  ask(step: Exclude<FileStep, { kind: 'wait' }>, sinceMs: number, maxWaitMs?: number): Promise<FileRead> {
    return step.kind === 'list' ? this.list(sinceMs, maxWaitMs) : this.read(step.file, maxWaitMs);
  }

  private async list(sinceMs: number, maxWaitMs?: number): Promise<FileRead> {
    const nowMs = this.deps.clock.now();
    const answer = await this.deps.source.listFiles(sinceMs, nowMs, maxWaitMs);
    if (answer.kind !== 'listed') return answer;
    this.listed = answer.files;
    this.listedMs = nowMs;
    this.restsMs = new Map([...this.restsMs].filter(([, untilMs]) => untilMs > nowMs));
    return { kind: 'listed' };
  }

  private async read(file: ListedFile, maxWaitMs?: number): Promise<FileRead> {
    const { source, home } = this.deps;
    const answer = await source.readFile(file, home, maxWaitMs);
    if (answer.kind === 'absent') this.rest(file, ABSENT_REST_MS);
    if (answer.kind === 'unreadable') this.rest(file, UNREADABLE_REST_MS);
    if (answer.kind !== 'strikes') return answer;
    const strikes = answer.strikes.filter(({ atMs }) => isOfFile(atMs, file));
    return { ...answer, file, strikes, misplaced: answer.strikes.length - strikes.length };
  }

  private rest({ id }: ListedFile, restMs: number): void {
    this.restsMs = new Map([...this.restsMs, [id, this.deps.clock.now() + restMs]]);
  }
}
