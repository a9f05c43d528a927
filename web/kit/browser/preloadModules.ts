/** Starts to fetch the modules that the page's HTML names in `data-modules`, and all at once; again, it does nothing. */
export function preloadModules(root: HTMLElement): void {
  const hrefs = root.dataset.modules?.split(' ') ?? [];
  delete root.dataset.modules;
  for (const href of hrefs) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = href;
    document.head.append(link);
  }
}
