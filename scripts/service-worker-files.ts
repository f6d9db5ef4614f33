import { createHash } from 'node:crypto';
import { join, normalize } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { type Page, pages } from '../domain/pages.ts';
import { root } from './run-command.ts';

export const serviceWorkerFile = 'service-worker.js';

/** Modules of pages that need the server, and so are not cached. */
const onlineOnly: readonly string[] = [
  ...pages.filter((page: Page) => page.layout === 'admin' || page.onlineOnly).map(({ module }) => module),
  'layouts/admin-layout.tsx',
].map((module) => join(root, 'client', module));

/**
 * Inserts into the service worker the list of files that it precaches: everything that the pages of members and visitors
 * load. The list makes the worker differ between builds that differ, which is how browsers detect an update.
 */
export function serviceWorkerFiles(): Plugin {
  return {
    name: 'service-worker-files',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const worker = bundle[serviceWorkerFile];
        const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
        const entry = chunks.find(({ isEntry, fileName }) => isEntry && fileName !== serviceWorkerFile);
        if (worker?.type !== 'chunk' || !entry)
          throw new Error('The build has no entry or no service worker.');
        const files = JSON.stringify(filesFor(entry, bundle));
        const build = createHash('sha256').update(files).digest('hex').slice(0, 12);
        worker.code = worker.code.replace('%FILES%', () => files).replace('%BUILD%', build);
      },
    },
  };
}

/** URLs of the entry and everything it can load, sorted so that equal builds give equal lists. */
function filesFor(entry: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle): string[] {
  const files = new Set<string>();
  const chunks = new Set([entry]);
  for (const chunk of chunks) {
    const { importedCss = [], importedAssets = [] } = chunk.viteMetadata ?? {};
    for (const file of [chunk.fileName, ...importedCss, ...importedAssets]) files.add(`/${file}`);
    for (const name of [...chunk.imports, ...chunk.dynamicImports]) {
      const next = bundle[name];
      if (next?.type === 'chunk' && !onlineOnly.includes(normalize(next.facadeModuleId ?? '')))
        chunks.add(next);
    }
  }
  // The font's subsets for other alphabets are rarely needed and load on demand.
  return [...files].filter((file) => !/latin-ext|vietnamese|cyrillic/.test(file)).sort();
}
