import { postContact } from './contactBody.ts';
import { type Product, startProduct } from './startProduct.ts';

interface OutboxRow {
  readonly id: string;
  readonly state: string;
  readonly attempts: number;
  readonly next_at_ms: number;
}

/** The product with all that tests of its contact call ask of it. */
export interface ContactBench {
  readonly product: Product;
  /** Posts a contact request, each from a network of its own unless an address is given. */
  post(body: unknown, headers?: Readonly<Record<string, string>>, address?: string): Promise<Response>;
  /** Runs SQL on the outbox's database. */
  sql<Row>(statement: string): Promise<Row[]>;
  outbox(): Promise<OutboxRow[]>;
  /** Messages the provider took, by some text in them. */
  messagesWith(text: string): readonly { readonly origin: string; readonly message: string }[];
  /** Empties the outbox and heals the provider. */
  reset(): Promise<void>;
}

export async function startContactBench(vars: Readonly<Record<string, string>> = {}): Promise<ContactBench> {
  const product = await startProduct({ vars });
  let visitors = 0;
  const nextAddress = () => {
    visitors += 1;
    return `10.${visitors >> 8}.${visitors & 255}.7`;
  };
  const sql = async <Row>(statement: string) => {
    const db = await product.runtime.miniflare.getD1Database('OUTBOX_DB');
    return (await db.prepare(statement).all<Row>()).results;
  };
  return {
    product,
    sql,
    post: (body, headers = {}, address = nextAddress()) => postContact({ url: product.url, address, headers }, body),
    outbox: () => sql<OutboxRow>('SELECT * FROM outbox'),
    messagesWith: (text) => product.simulator.messages().filter(({ message }) => message.includes(text)),
    reset: async () => {
      product.simulator.setFaults({});
      await sql('DELETE FROM outbox');
    },
  };
}

/** A text that stands nowhere else. */
export const marker = () => `mark-${crypto.randomUUID()}`;
