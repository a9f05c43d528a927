/** A contact request as the site's script sends it, every field in order. */
export function contactBody(overrides: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    id: crypto.randomUUID(),
    name: 'Elena Petrova',
    email: 'elena@mail.bg',
    subject: 'Sensors for a fire brigade',
    message: 'How many would we need?',
    language: 'en',
    website: '',
    filledMs: 12_000,
    ...overrides,
  };
}

interface Sender {
  readonly url: string;
  /** Address the visitor seems to come from. */
  readonly address?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Posts `body` as JSON, or unchanged if it is text or bytes already. */
export async function postContact(sender: Sender, body: unknown): Promise<Response> {
  const text = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);
  return await fetch(`${sender.url}/api/v1/contact`, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      'content-type': 'application/json',
      'cf-connecting-ip': sender.address ?? '203.0.113.7',
      ...sender.headers,
    },
    body: text as BodyInit,
  });
}
