/** RFC 8291, appendix A: one message with every key that made it, and its body. Base64url. */
export const rfc8291 = {
  text: 'V2hlbiBJIGdyb3cgdXAsIEkgd2FudCB0byBiZSBhIHdhdGVybWVsb24',
  sender: {
    publicKey: 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
    privateKey: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  },
  receiver: {
    publicKey: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    privateKey: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
  },
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  body:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl' +
    '7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
} as const;

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0));
const textOf = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');

type Encrypt = (
  text: Uint8Array,
  keys: { p256dh: Uint8Array<ArrayBuffer>; auth: Uint8Array<ArrayBuffer> },
  nonce: { salt: Uint8Array<ArrayBuffer>; pair: CryptoKeyPair },
  paddedBytes: number,
) => Promise<Uint8Array>;

/** The appendix's body as `encrypt` makes it: without padding, as there. */
export async function bodyOfRfc8291(encrypt: Encrypt): Promise<string> {
  const { publicKey, privateKey } = rfc8291.sender;
  const point = bytesOf(publicKey);
  const curve = { name: 'ECDH', namedCurve: 'P-256' };
  const [x, y] = [textOf(point.subarray(1, 33)), textOf(point.subarray(33))];
  const jwk = { kty: 'EC', crv: 'P-256', x, y, d: privateKey };
  const pair = {
    publicKey: await crypto.subtle.importKey('raw', point, curve, true, []),
    privateKey: await crypto.subtle.importKey('jwk', jwk, curve, false, ['deriveBits']),
  };
  const text = bytesOf(rfc8291.text);
  const keys = { p256dh: bytesOf(rfc8291.receiver.publicKey), auth: bytesOf(rfc8291.auth) };
  return textOf(await encrypt(text, keys, { salt: bytesOf(rfc8291.salt), pair }, text.byteLength));
}
