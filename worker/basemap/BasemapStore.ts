/** The deployment's own base map cannot be served; the message says why, for whoever operates it. */
export class BasemapFault extends Error {
  override readonly name = 'BasemapFault';
}

/** A piece of the file. `tag` changes with the file's content; `sizeBytes` is of the whole file. */
interface BasemapPiece {
  readonly bytes: ArrayBuffer;
  readonly tag: string;
  readonly sizeBytes: number;
}

export interface BasemapStore {
  /** Names the file in this isolate's memory. */
  readonly key: string;
  /**
   * The piece at `offset`: shorter than `length` where the file ends before. With `tag`, only if the file still has it.
   * `gone`: there is no such file. `changed`: it has another tag, or does not reach as far as `offset`.
   */
  read(offset: number, length: number, tag?: string): Promise<BasemapPiece | 'gone' | 'changed'>;
}
