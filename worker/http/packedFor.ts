/**
 * The answer under `Content-Encoding: gzip` if the client takes that: workerd packs what leaves under it. For octets, which
 * Cloudflare's edge does not pack by itself. Not to be cached: it would be packed once more on its way out.
 */
export function packedFor(request: Request, answer: Response): Response {
  const headers = new Headers(answer.headers);
  headers.set('vary', 'accept-encoding');
  // The edge replaces the header, and tells here what the client said.
  const accepted = request.cf?.clientAcceptEncoding ?? request.headers.get('accept-encoding');
  if (answer.body && /\bgzip\b/.test(String(accepted))) headers.set('content-encoding', 'gzip');
  return new Response(answer.body, { status: answer.status, headers });
}
