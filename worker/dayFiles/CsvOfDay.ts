import { Gzip } from 'fflate';
import type { Strike } from '#shared/strike.ts';
import { csvHead, csvRows } from '#worker/http/strikeCsv.ts';
import { GZIP } from './ParquetOfDay.ts';

/** A gzipped CSV file that grows piece by piece, with every column that the API knows. */
export class CsvOfDay {
  private readonly pieces: Uint8Array<ArrayBuffer>[] = [];
  private readonly packer = new Gzip(GZIP, (piece) => this.pieces.push(piece as Uint8Array<ArrayBuffer>));

  constructor() {
    this.push(csvHead(true));
  }

  add(strikes: readonly Strike[]): void {
    this.push(csvRows(strikes, true));
  }

  async finish(): Promise<Uint8Array<ArrayBuffer>> {
    this.push('', true);
    return new Uint8Array(await new Blob(this.pieces).arrayBuffer());
  }

  private push(text: string, isLast = false): void {
    this.packer.push(new TextEncoder().encode(text), isLast);
  }
}
