import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { prerenderPlugin } from './build/prerenderPlugin.ts';

const apiOrigin = 'http://127.0.0.1:8787';

export default defineConfig({
  root: import.meta.dirname,
  envPrefix: ['VITE_', 'PUBLIC_'],
  plugins: [react(), prerenderPlugin()],
  define: { 'import.meta.env.BUILD_YEAR': JSON.stringify(String(new Date().getUTCFullYear())) },
  worker: { format: 'es' },
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 2_000,
  },
  server: { proxy: { '/api': apiOrigin } },
  preview: { proxy: { '/api': apiOrigin } },
});
