import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { sharedChunks } from './scripts/client-chunks.ts';
import { serviceWorkerFile, serviceWorkerFiles } from './scripts/service-worker-files.ts';

const server = `http://127.0.0.1:${process.env.PORTAL_PORT || 3000}`;

const forBrowsers: Rolldown.InputOptions & { output: Rolldown.OutputOptions } = {
  // The texts of the first paint are constants in separate files, which costs nothing once they are inlined.
  optimization: { inlineConst: { mode: 'all' } },
  input: ['client/index.html', 'client/service-worker/worker.ts'],
  output: {
    // A service worker is identified by its URL, so its name must not change between releases.
    entryFileNames: ({ name }) => (name === 'worker' ? serviceWorkerFile : 'assets/[name]-[hash].js'),
    codeSplitting: {
      // One chunk for the libraries that rarely change, so that caches keep it across releases.
      groups: [
        {
          name: 'vendor',
          priority: 10,
          test: /node_modules\/(react|react-dom|scheduler|react-router|@tanstack\/(query-core|react-query))\/(?!.*(infiniteQueryObserver|useInfiniteQuery))/,
        },
        ...sharedChunks(),
      ],
    },
  },
};

/** Some Windows editors write a byte order mark, which is not JSON. The server reads past it too. */
const withoutByteOrderMark: Plugin = {
  name: 'without-byte-order-mark',
  enforce: 'pre',
  transform: {
    filter: { id: /\.json(\?raw)?$/ },
    handler: (code) => (code.includes('\uFEFF') ? { code: code.replace('\uFEFF', ''), map: null } : null),
  },
};

/** Builds the client for browsers; with `--ssr`, the program that prerenders pages (client/prerender.tsx). */
export default defineConfig(({ isSsrBuild }) => ({
  root: 'client',
  publicDir: 'public',
  plugins: [withoutByteOrderMark, react(), ...(isSsrBuild ? [] : [serviceWorkerFiles()])],
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    target: 'es2023',
    manifest: !isSsrBuild,
    // The Content-Security-Policy is `default-src 'self'`, which forbids data: URLs and inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: isSsrBuild ? {} : forBrowsers,
  },
  server: { proxy: { '/api': server, '/f/': server, '/p/': server, '/manifest.webmanifest': server } },
}));
