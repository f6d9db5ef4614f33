import { createHash } from 'node:crypto';
import { join, normalize } from 'node:path';
import type { Plugin } from 'vite';
import { type Page, pages } from '../domain/pages.ts';
import { root } from './run-command.ts';

export const serviceWorkerFile = 'service-worker.js';

/** Modules of pages that need the server, and so are not cached. */
const onlineOnly: readonly string[] = [
  ...pages.filter((page: Page) => page.layout === 'admin' || page.onlineOnly).map(({ module }) => module),
  'layouts/admin-layout.tsx',
].map((module) => join(root, 'client', module));

interface BuiltChunk {
  fileName: string;
  /** The page that the chunk begins with. */
  facadeModuleId: string | null;
  imports: readonly string[];
  dynamicImports: readonly string[];
  viteMetadata?: { importedCss: ReadonlySet<string>; importedAssets: ReadonlySet<string> } | undefined;
}

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
        const files = JSON.stringify(
          filesFor(entry, new Map(chunks.map((chunk) => [chunk.fileName, chunk]))),
        );
        const build = createHash('sha256').update(files).digest('hex').slice(0, 12);
        worker.code = worker.code.replace('%FILES%', () => files).replace('%BUILD%', build);
      },
    },
  };
}

/** URLs of the entry and everything it can load, sorted so that equal builds give equal lists. */
function filesFor(entry: BuiltChunk, chunks: ReadonlyMap<string, BuiltChunk>): string[] {
  const files = new Set<string>();
  const seen = new Set<BuiltChunk>();
  const queue = [entry];
  for (let chunk = queue.pop(); chunk; chunk = queue.pop()) {
    if (seen.has(chunk) || (chunk.facadeModuleId && onlineOnly.includes(normalize(chunk.facadeModuleId))))
      continue;
    seen.add(chunk);
    const { importedCss = [], importedAssets = [] } = chunk.viteMetadata ?? {};
    for (const file of [chunk.fileName, ...importedCss, ...importedAssets]) files.add(`/${file}`);
    for (const name of [...chunk.imports, ...chunk.dynamicImports]) {
      const next = chunks.get(name);
      if (next) queue.push(next);
    }
  }
  // The font's subsets for other alphabets are rarely needed and load on demand.
  return [...files].filter((file) => !/latin-ext|vietnamese/.test(file)).sort();
}
