import { basename } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { readCommandConfig } from '#server/config/config.ts';
import { contentFolder, loadContent } from '#server/config/content.ts';
import { pageTexts } from '#server/settings/page-texts.ts';
import { pages } from './domain/pages.ts';

const server = `http://127.0.0.1:${process.env.PORTAL_PORT || 3000}`;

/** They rarely change, so caches keep them across releases. */
const libraries =
  /node_modules\/(react|react-dom|scheduler|react-router|zod|@tanstack\/(query-core|react-query))\/(?!.*(infiniteQueryObserver|useInfiniteQuery))/;
/** Modules with a file of their own: pages and layouts, and the parts that several of them load when they need them. */
const entries = /-(page|layout)\.tsx$|member-ui\/factors\//;
/** Parts of a few of the administrator's pages, which the others do not load. */
const ofFewPages =
  /(member-ui\/changes\/[\w-]+|domain\/changes|mail-forecast|bulk-mail|answer-by|days-question|release-question|domain\/rounds|member-ui\/results\/(texts|round-name)|pending-correction|outcome-choice|removal-question|\/tool|domain\/diagnostics)\.tsx?$/;
/** Small parts of a few of the administrator's pages, of which each would cost /login its name. */
const smallParts =
  /(removed-members|domain\/form-answers|key-hint|list-row\.module|hidden-selection|bulk-progress|moment-field|key-help|pending-correction|removal-question)\./;
/** The last parts of the profile; the staff, who have no profile, find them on a page of their own. */
const ofAccount = /member-ui\/(account|factors)\/|\/account-page\./;
/** A member opens all of them in one visit. */
const memberPages = pages.flatMap((page) =>
  'audience' in page && page.audience === 'member' ? page.module : [],
);

const adminModules = pages.flatMap((page) => (page.layout === 'admin' ? page.module : []));

/** The files of modules that several pages import, in the order in which they take them. */
const sharedFiles = ['shared', 'details', 'common', 'students', 'admin'] as const;

/** Students do not load what only the administrator sees, and the administrator's busiest pages load little of the others'. */
function sharedFile(id: string, graph: Graph): (typeof sharedFiles)[number] {
  const importers = pagesThatImport(id, graph);
  const ofAdmin = importers.filter((page) => isOneOf(page, ['layouts/admin-layout.tsx', ...adminModules]));
  if (ofAdmin.length === 0) return 'students';
  if (ofAdmin.length === importers.length) return 'admin';
  if (importers.some((page) => /\/(admin-dashboard-page|admin-layout|review-page)\.tsx$/.test(page)))
    return 'shared';
  return importers.some((page) => page.endsWith('/member-page.tsx')) ? 'details' : 'common';
}

type Graph = Pick<Rolldown.PluginContext, 'getModuleInfo'>;

function pagesThatImport(id: string, graph: Graph, seen = new Set<string>()): string[] {
  if (seen.has(id)) return [];
  seen.add(id);
  if (entries.test(id)) return [id];
  const { importers = [], dynamicImporters = [] } = graph.getModuleInfo(id) ?? {};
  return [...importers, ...dynamicImporters].flatMap((importer) => pagesThatImport(importer, graph, seen));
}

function isOneOf(id: string, modules: readonly string[]): boolean {
  return modules.some((module) => id.endsWith(`/${module}`));
}

const forBrowsers: Rolldown.InputOptions & { output: Rolldown.OutputOptions } = {
  input: 'client/index.html',
  output: {
    // The entry names every file, and hashes do not compress. Six characters name 64 files at most.
    chunkFileNames: 'assets/[name]-[hash:7].js',
    assetFileNames: 'assets/[name]-[hash:6][extname]',
    codeSplitting: {
      // Few files load faster than many small ones. What fewer pages share is left to the bundler.
      groups: [
        { name: 'vendor', priority: 4, test: libraries },
        // What every page needs, and the login page.
        {
          name: 'base',
          priority: 3,
          tags: ['$initial'],
          test: (id) => !/main\.tsx$|index\.html$/.test(id),
        },
        ...sharedFiles.map((name, index) => ({
          name: (id: string, graph: Graph) => (sharedFile(id, graph) === name ? name : null),
          debugName: name,
          priority: 2 - index / 10,
          minShareCount: name === 'admin' ? 3 : 2,
          test: (id: string) =>
            !entries.test(id) && !ofAccount.test(id) && !(name === 'admin' && ofFewPages.test(id)),
        })),
        { name: 'parts', priority: 1.4, test: smallParts },
        { name: 'account', priority: 1.3, test: ofAccount },
        // Small pages that are opened by a mailed link, and the tools: each with a file of its own would cost /login its name.
        {
          name: 'mailed',
          priority: 1,
          test: /(reset-password|restore-email|confirm-email|unsubscribe|return|join|take-over|help|setup)-page\./,
        },
        {
          name: 'tools',
          priority: 1,
          test: /features\/diagnostics\/|(form-test|\/tasks)-page\.|domain\/diagnostics\./,
        },
        // The administrator's rare pages.
        {
          name: 'season',
          priority: 1,
          test: /features\/(reviewers|hand-over|numbers|seasons|trash|backups)\//,
        },
        {
          name: 'members',
          priority: 1,
          test: (id) => isOneOf(id, memberPages),
        },
      ],
    },
  },
};

/** `npm run dev` shows pages that Vite makes, without the server's state. They need the club's texts. */
const clubInDevelopment: Plugin = {
  name: 'club-in-development',
  apply: 'serve',
  transformIndexHtml(html) {
    const club = pageTexts({ config: readCommandConfig(process.env), content: loadContent(contentFolder) })();
    const state = JSON.stringify({ club }).replaceAll('<', '\\u003c');
    return html.replace('id="portal-state"></', () => `id="portal-state">${state}</`);
  },
};

/**
 * Builds the client for browsers; with `--ssr`, the program that the server runs to prerender pages
 * (client/prerender.tsx), whole: it needs no packages.
 */
export default defineConfig(({ isSsrBuild }) => ({
  root: 'client',
  publicDir: isSsrBuild ? false : 'public',
  plugins: [clubInDevelopment, react()],
  // Names without a hash compress better; tests/css-classes.test.ts keeps those of the files apart.
  css: {
    modules: { generateScopedName: (name, file) => `${basename(file, '.module.css')}-${name}` },
  },
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    target: 'es2023',
    manifest: !isSsrBuild,
    // The server's program too: its text stays in memory.
    minify: true,
    // The Content-Security-Policy is `default-src 'self'`, which forbids data: URLs and inline scripts.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Every page has loaded the libraries by the time it loads another one.
      resolveDependencies: (_file, needed, { hostType }) =>
        hostType === 'js' ? needed.filter((name) => !/(vendor|rolldown-runtime)-/.test(name)) : needed,
    },
    // A build that replaces another is loaded beside it.
    rolldownOptions: isSsrBuild ? { output: { entryFileNames: '[name]-[hash].js' } } : forBrowsers,
  },
  // The server's own environment must not decide which build of React its pages are rendered with.
  ...(isSsrBuild && {
    ssr: { noExternal: true },
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  }),
  server: {
    proxy: {
      '/api': server,
      '/f/': server,
      '/p/': server,
      '/certificate/': server,
      '/manifest.webmanifest': server,
    },
  },
}));
