/** How every check starts Chromium: without a sandbox (CI is root), without calls home, drawing in software. */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  // Without a graphics card the pages themselves are put together sooner by the processor than by an emulated card.
  '--disable-gpu-compositing',
];
