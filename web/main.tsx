import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import './kit/tokens.css';
import './kit/base.css';
import { App } from './app/App.tsx';
import { localStore } from './app/browserStore.ts';
import { loadPage } from './app/pages.ts';
import { parsePath, pathOf } from './app/routes.ts';
import { setUp } from './app/setUp.ts';

async function start(root: HTMLElement): Promise<void> {
  const place = parsePath(window.location.pathname);
  const locale = setUp(localStore, place);
  if (place.page === 'root') {
    window.location.replace(pathOf('landing', locale) + window.location.search + window.location.hash);
    return;
  }
  const view = { place, locale };
  const app = (
    <StrictMode>
      <App initial={view} />
    </StrictMode>
  );
  await loadPage(place.page, locale);
  // Prerendered HTML says which page and language it holds. In any other language it stays readable until now.
  if (root.dataset.view === `${locale}/${place.page}`) hydrateRoot(root, app);
  else createRoot(root).render(app);
}

const root = document.getElementById('app');
if (root) await start(root);
