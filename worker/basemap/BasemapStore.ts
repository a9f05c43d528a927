/** The deployment's own base map cannot be served; the message tells the operator why. */
export class BasemapFault extends Error {
  override readonly name = 'BasemapFault';
}

/** `tag` changes with the file's content; `sizeBytes` is of the whole file. */
interface BasemapPiece {
  readonly bytes: ArrayBuffer;
  readonly tag: string;
  readonly sizeBytes: number;
}

export interface BasemapStore {
  readonly key: string;
  /**
   * Shorter than `length` if the file ends before. With `tag`, only if the file still has it. `gone`: there is no such
   * file. `changed`: it has another tag, or ends before `offset`.
   */
  read(offset: number, length: number, tag?: string): Promise<BasemapPiece | 'gone' | 'changed'>;
}
