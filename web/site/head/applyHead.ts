/** Updates the document's head to the page shown. Crawlers read the prerendered one, which says more. */
export function applyHead(
  document: Document,
  head: { readonly title: string; readonly canonical: string | undefined },
  locale: string,
): void {
  document.documentElement.lang = locale;
  document.title = head.title;
  document.querySelector('link[rel="canonical"]')?.setAttribute('href', head.canonical ?? document.location.href);
}
