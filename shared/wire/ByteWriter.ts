/** Four bytes' worth: what engines compute as integers. Nearly every number is this small. */
const SMALL_BITS = 28;

/** Writes integers as LEB128, into bytes that grow as needed. */
export class ByteWriter {
  private bytes = new Uint8Array(1024);
  private length = 0;

  byte(value: number): void {
    this.reserve(1);
    this.bytes[this.length++] = value;
  }

  append(more: Uint8Array): void {
    this.reserve(more.length);
    this.bytes.set(more, this.length);
    this.length += more.length;
  }

  unsigned(value: number): void {
    let rest = value;
    for (; rest >= 2 ** SMALL_BITS; rest = Math.floor(rest / 0x80)) this.byte((rest % 0x80) | 0x80);
    for (; rest >= 0x80; rest >>>= 7) this.byte((rest & 0x7f) | 0x80);
    this.byte(rest);
  }

  signed(value: number): void {
    this.unsigned(value < 0 ? -2 * value - 1 : 2 * value);
  }

  private reserve(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const grown = new Uint8Array(Math.max(this.bytes.length * 2, this.length + more));
    grown.set(this.bytes);
    this.bytes = grown;
  }

  finish(): Uint8Array<ArrayBuffer> {
    return this.bytes.slice(0, this.length);
  }
}
