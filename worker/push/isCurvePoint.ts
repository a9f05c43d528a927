const P = 2n ** 256n - 2n ** 224n + 2n ** 192n + 2n ** 96n - 1n;
const B = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn;
const POINT_BYTES = 65;
const UNCOMPRESSED = 4;

const numberOf = (bytes: Uint8Array) => bytes.reduce((number, byte) => (number << 8n) | BigInt(byte), 0n);

/**
 * Whether the bytes are an uncompressed point of P-256: y² = x³ − 3x + b modulo p (FIPS 186-4, D.1.2.3). What WebCrypto's
 * importKey would say, but at once, so that a schema can ask.
 */
export function isCurvePoint(bytes: Uint8Array): boolean {
  if (bytes.byteLength !== POINT_BYTES || bytes[0] !== UNCOMPRESSED) return false;
  const [x, y] = [numberOf(bytes.subarray(1, 33)), numberOf(bytes.subarray(33))];
  return x < P && y < P && (y * y - (x * x * x - 3n * x + B)) % P === 0n;
}
