/** The part of jsfive that is used: it comes without types. Reading throws strings as well as errors. */
declare module 'jsfive' {
  interface Dataset {
    readonly shape: readonly number[] | undefined;
    readonly dtype: unknown;
    readonly value: readonly number[] | undefined;
    /** Empty where there are more than eight attributes. */
    readonly attrs: Readonly<Record<string, unknown>>;
  }
  export class File {
    constructor(bytes: ArrayBuffer, name: string);
    readonly keys: readonly string[];
    get(name: string): Dataset;
  }
}
