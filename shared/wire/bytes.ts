/** Ten bytes hold any safe integer after zigzag. */
const MAX_VARINT_BYTES = 10;
/** Four bytes' worth: what engines compute as integers. Nearly every number is this small. */
const SMALL_BITS = 28;

/** Reads what `ByteWriter` wrote. Throws a `RangeError` where the bytes end early or a number is too long. */
export class ByteReader {
  private at = 0;
  private readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  byte(): number {
    const value = this.bytes[this.at];
    if (value === undefined) throw new RangeError('bytes end early');
    this.at += 1;
    return value;
  }

  /** Not copied. */
  read(length: number): Uint8Array {
    const end = this.at + length;
    if (end > this.bytes.length) throw new RangeError('bytes end early');
    const accepted = this.bytes.subarray(this.at, end);
    this.at = end;
    return accepted;
  }

  unsigned(): number {
    let value = 0;
    for (let shift = 0; shift < SMALL_BITS; shift += 7) {
      const byte = this.byte();
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    let scale = 2 ** SMALL_BITS;
    for (let read = SMALL_BITS / 7; read < MAX_VARINT_BYTES; read += 1) {
      const byte = this.byte();
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
      scale *= 0x80;
    }
    throw new RangeError('number too long');
  }

  signed(): number {
    const value = this.unsigned();
    if (value < 2 ** SMALL_BITS) return (value >>> 1) ^ -(value & 1);
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  get finished(): boolean {
    return this.at === this.bytes.length;
  }
}

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
