/** What the list of books is ordered by: areas, areas of the network that made them, or when they were made. */
export const BOOK_ORDERS = ['size', 'network', 'age'] as const;
export type BookOrdering = (typeof BOOK_ORDERS)[number];

/** A book as an operator sees it: no name, place or address. */
export interface ListedBook {
  readonly id: string;
  readonly areas: number;
  readonly recipients: number;
  /** Of the logs of all its areas. */
  readonly lines: number;
  /** Pseudonym of the network that made it; '' where that is not known. */
  readonly network: string;
  /** Of all books of that network in the object. */
  readonly networkAreas: number;
  readonly createdMs: number;
  readonly seenMs: number;
}

/** What one object holds, beside what it may hold. */
export interface BookInventory {
  readonly books: number;
  readonly areas: number;
  readonly mostAreas: number;
  readonly madeToday: number;
  readonly booksADay: number;
  /** The first of them in the order that was asked for. */
  readonly listed: readonly ListedBook[];
}
