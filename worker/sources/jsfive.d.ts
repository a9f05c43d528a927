/** The part of jsfive that is used: it comes without types. Reading throws strings as well as errors. */
declare module 'jsfive' {
  interface Dataset {
    readonly shape: readonly number[] | undefined;
    /** As numpy names it, such as `<f8`; a list for what is no number. */
    readonly dtype: unknown;
    readonly value: readonly number[] | undefined;
    /** Empty where there are more than eight attributes. */
    readonly attrs: Readonly<Record<string, unknown>>;
    readonly _dataobjects: {
      /** Values of a chunk in each dimension; null where there are none. */
      readonly chunks: readonly number[] | null;
      /** Of the tree of chunks, and how many numbers its keys have; after `chunks` was read. */
      readonly _chunk_address: number | null;
      readonly _chunk_dims: number | null;
    };
  }
  export class File {
    constructor(bytes: ArrayBuffer, name: string);
    readonly keys: readonly string[];
    get(name: string): Dataset;
  }
  /** By the numbers that HDF5 gives them: 1 is deflate. Each gets a chunk and returns another. */
  export const Filters: Map<number, (chunk: ArrayBuffer) => ArrayBuffer>;
}
