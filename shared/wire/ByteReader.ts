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
  take(length: number): Uint8Array {
    const end = this.at + length;
    if (end > this.bytes.length) throw new RangeError('bytes end early');
    const taken = this.bytes.subarray(this.at, end);
    this.at = end;
    return taken;
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
