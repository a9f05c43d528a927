export const BOOK_ORDERS = ['size', 'network', 'age'] as const;
export type BookOrdering = (typeof BOOK_ORDERS)[number];

/** A book as an operator sees it: no name, place or address. */
export interface ListedBook {
  readonly id: string;
  readonly areas: number;
  readonly recipients: number;
  readonly lines: number;
  readonly network: string;
  /** Of all books of that network in the object. */
  readonly networkAreas: number;
  readonly createdMs: number;
  readonly seenMs: number;
}

export interface BookInventory {
  readonly books: number;
  readonly areas: number;
  readonly mostAreas: number;
  readonly madeToday: number;
  readonly booksADay: number;
  readonly listed: readonly ListedBook[];
}
