import type { PageHead } from './pageHead.ts';

/** Updates the document's head to the page shown. Crawlers read the prerendered one. */
export function applyHead(document: Document, head: PageHead, locale: string): void {
  document.documentElement.lang = locale;
  document.title = head.title;
  document.querySelector('meta[name="description"]')?.setAttribute('content', head.description);
  document.querySelector('link[rel="canonical"]')?.setAttribute('href', head.canonical ?? document.location.href);
}
