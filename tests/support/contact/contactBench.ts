import { beforeEach } from 'vitest';
import { fileProduct } from '#tests/support/fileProduct.ts';
import { BUILT_SITE, type Product, startProduct } from '#tests/support/startProduct.ts';
import { postContact } from './contactBody.ts';

interface OutboxRow {
  readonly id: string;
  readonly state: string;
  readonly attempts: number;
  readonly next_at_ms: number;
}

/** The product with everything that tests of its contact call need. */
interface ContactBench {
  readonly product: Product;
  /** Posts a contact request, each from another network unless an address is given. */
  post(body: unknown, headers?: Readonly<Record<string, string>>, address?: string): Promise<Response>;
  /** Runs SQL on the outbox's database. */
  sql<Row>(statement: string): Promise<Row[]>;
  outbox(): Promise<OutboxRow[]>;
  /** Messages the provider took, by some text in them. */
  messagesWith(text: string): readonly { readonly origin: string; readonly message: string }[];
}

/** One for all tests of the file or block; before each of them the outbox is emptied and the provider healed. */
export function contactBench(vars: Readonly<Record<string, string>> = {}): ContactBench {
  const product = fileProduct(() => startProduct({ ...BUILT_SITE, vars }));
  let visitors = 0;
  const nextAddress = () => {
    visitors += 1;
    return `10.${visitors >> 8}.${visitors & 255}.7`;
  };
  const sql = async <Row>(statement: string) => {
    const db = await product.runtime.miniflare.getD1Database('OUTBOX_DB');
    return (await db.prepare(statement).all<Row>()).results;
  };
  beforeEach(async () => {
    product.simulator.setFaults({});
    await sql('DELETE FROM outbox');
  });
  return {
    product,
    sql,
    post: (body, headers = {}, address = nextAddress()) => postContact({ url: product.url, address, headers }, body),
    outbox: () => sql<OutboxRow>('SELECT * FROM outbox'),
    messagesWith: (text) => product.simulator.messages().filter(({ message }) => message.includes(text)),
  };
}

/** A text that stands nowhere else. */
export const marker = () => `mark-${crypto.randomUUID()}`;
