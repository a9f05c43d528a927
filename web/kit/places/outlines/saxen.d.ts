/** `saxen` ships no types. Only the used part is declared here. */
declare module 'saxen' {
  type Decode = (text: string) => string;
  type Context = () => { readonly line: number };
  type Attributes = () => Readonly<Record<string, string>>;

  export class Parser {
    on(
      event: 'openTag',
      hear: (name: string, attributes: Attributes, decode: Decode, isClosed: boolean, context: Context) => void,
    ): this;
    on(event: 'closeTag', hear: (name: string, decode: Decode, isOpened: boolean, context: Context) => void): this;
    on(event: 'text', hear: (text: string, decode: Decode) => void): this;
    on(event: 'cdata', hear: (text: string) => void): this;
    /** Without a listener `parse` throws. */
    on(event: 'error', hear: (error: Error, context: Context) => void): this;
    parse(xml: string): Error | null;
  }
}
