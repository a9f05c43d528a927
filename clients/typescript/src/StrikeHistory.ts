import { apiPaths } from '../../../shared/wire/apiPaths.ts';
import { extentOf, type ReadExtent, type StrikesAnswer, strikesOf } from '../../../shared/wire/strikePages.ts';
import type { Extent, Strike, StrikePage } from './apiTypes.ts';
import { getJson, type Ports } from './getJson.ts';
import { pageQuery, type Question } from './Question.ts';

/** Newest first, over all pages. Iterate it once, or its `pages()`; afterwards `extent` describes the data. */
export class StrikeHistory implements AsyncIterable<Strike> {
  private readonly ports: Ports;
  private readonly question: Question;
  private readonly signal: AbortSignal;
  private known: ReadExtent | undefined;

  constructor(ports: Ports, question: Question, signal = new AbortController().signal) {
    this.ports = ports;
    this.question = question;
    this.signal = signal;
  }

  /** Combined extent of the pages so far: the earliest `completeToMs` and all gaps. Undefined before the first. */
  get extent(): Extent | undefined {
    return this.known && toldExtent(this.known);
  }

  /** Every page, including empty ones before the last. */
  async *pages(): AsyncGenerator<StrikePage> {
    let address: string | undefined = `${this.ports.origin}${apiPaths.strikes}?${pageQuery(this.question)}`;
    while (address !== undefined) {
      const answer = (await getJson(this.ports, address, this.signal)) as StrikesAnswer;
      this.known = extentOf(answer, this.known);
      yield { strikes: strikesOf(answer), ...toldExtent(extentOf(answer)), attribution: answer.attribution };
      address = answer.next === undefined ? undefined : new URL(answer.next, this.ports.origin).href;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Strike> {
    for await (const { strikes } of this.pages()) yield* strikes;
  }
}

function toldExtent({ gaps, ...extent }: ReadExtent): Extent {
  return { ...extent, gaps: gaps.map(([fromMs, toMs]) => ({ fromMs, toMs })) };
}
