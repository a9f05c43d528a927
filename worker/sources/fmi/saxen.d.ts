/** `saxen` ships no types. Only what is used here is declared. */
declare module 'saxen' {
  type Decode = (text: string) => string;

  export class Parser {
    /** Names come with the prefixes given here, whatever prefixes the document uses. */
    ns(prefixes: Readonly<Record<string, string>>): this;
    on(event: 'openTag', hear: (name: string, attributes: () => Readonly<Record<string, string>>) => void): this;
    on(event: 'closeTag', hear: (name: string) => void): this;
    on(event: 'text', hear: (text: string, decode: Decode) => void): this;
    on(event: 'cdata', hear: (text: string) => void): this;
    /** Without a listener `parse` throws. */
    on(event: 'error' | 'warn', hear: (error: Error) => void): this;
    parse(xml: string): Error | null;
  }
}
