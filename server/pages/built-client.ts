import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod/mini';
import type { PageTexts } from '#domain/club.ts';
import { prerenderedPages } from '#domain/pages.ts';
import type { Log } from '#server/log/log.ts';

/** The files of one build of the client, with the club's present texts. */
export interface Build {
  /** Differs between builds, and between texts of the club. */
  id: string;
  texts: PageTexts;
  html: string;
  /** The content of #root of each page that is prerendered for visitors, by path. */
  prerendered: ReadonlyMap<string, string>;
  renderPage: RenderPage | null;
  /** URLs of the scripts and style sheets that `modules` need in addition to those that `html` names. */
  filesOf(modules: readonly string[]): { scripts: string[]; styles: string[] };
}

/** The built client's folder, which a new build may replace while the server runs. */
export interface BuiltClient {
  folder: string;
  /** The current build, or the previous one while a new build is being written. Rejects if there is none. */
  current(): Promise<Build>;
}

const chunk = z.object({
  file: z.string(),
  name: z.optional(z.string()),
  imports: z._default(z.array(z.string()), []),
  css: z._default(z.array(z.string()), []),
});
const manifestFile = z.record(z.string(), chunk);
type Manifest = z.infer<typeof manifestFile>;

/** @param texts returns the same object until they change */
export function builtClient(folder: string, texts: () => PageTexts, log: Log): BuiltClient {
  const page = join(folder, 'index.html');
  const manifest = join(folder, '.vite', 'manifest.json');
  let cached: { version: string; club: PageTexts; build: Promise<Build> } | undefined;

  return {
    folder,
    async current() {
      const club = texts();
      const renderer = await rendererFile(folder);
      const time = await changedAt(page).catch((error: unknown) => error);
      // Missing for the moment, because a new build is being written.
      if (typeof time !== 'number' && cached) return cached.build;
      if (typeof time !== 'number') throw time;
      const version = [time, await changedAt(manifest).catch(() => null), renderer].join(' ');
      if (cached?.version === version && cached.club === club) return cached.build;
      const build = readBuild({ page, manifest, renderer }, club, log);
      const reading = { version, club, build };
      cached = reading;
      // Read again by the next request: a shortage of file descriptors passes.
      build.catch(() => {
        if (cached === reading) cached = undefined;
      });
      return build;
    },
  };
}

async function changedAt(file: string): Promise<number> {
  return (await stat(file)).mtimeMs;
}

interface BuildFiles {
  page: string;
  manifest: string;
  /** Null without a program that renders pages: it only makes them appear sooner. */
  renderer: string | null;
}

async function readBuild(files: BuildFiles, club: PageTexts, log: Log): Promise<Build> {
  const html = await readFile(files.page, 'utf8');
  // It is optional: it only makes pages load faster.
  const manifest = (await readJson(files.manifest, manifestFile)) ?? {};
  const renderer = await readRenderer(files, club).catch((error: unknown) => {
    if (isShortage(error)) throw error;
    log.error({ err: error }, 'pages are served without their markup');
    return { renderPage: null, prerendered: new Map<string, string>() };
  });
  return {
    // The page names the entry chunk, whose hash changes with everything it imports.
    id: createHash('sha256').update(html).update(JSON.stringify(club)).digest('hex').slice(0, 12),
    texts: club,
    html,
    ...renderer,
    filesOf(modules) {
      const files = new Set<string>();
      for (const module of modules) collect(manifest, keyOf(manifest, module), files);
      const missing = [...files].map((file) => `/${file}`).filter((file) => !html.includes(`"${file}"`));
      return {
        scripts: missing.filter((file) => file.endsWith('.js')),
        styles: missing.filter((file) => file.endsWith('.css')),
      };
    },
  };
}

async function readRenderer({ renderer }: BuildFiles, club: PageTexts) {
  const renderPage = renderer === null ? null : await loadRenderer(renderer);
  const prerendered = new Map<string, string>();
  if (!renderPage) return { renderPage, prerendered };
  for (const path of prerenderedPages)
    prerendered.set(path, await renderPage(path, { club, session: { user: null } }));
  return { renderPage, prerendered };
}

/** Parses a JSON file; null if it does not exist. */
async function readJson<T>(file: string, rule: z.ZodMiniType<T>): Promise<T | null> {
  return readFile(file, 'utf8').then(
    (text) => rule.parse(JSON.parse(text)),
    (error: unknown) => {
      if (isShortage(error)) throw error;
      return null;
    },
  );
}

/** Whether there were too many open files. */
function isShortage(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return code === 'EMFILE' || code === 'ENFILE';
}

/** A module that other chunks import has no separate entry, and a group of modules none at all: their chunk is found by name. */
function keyOf(manifest: Manifest, module: string): string {
  if (module in manifest) return module;
  const name = module.replace(/^.*\/|\.tsx?$/g, '');
  return Object.keys(manifest).find((key) => manifest[key]?.name === name) ?? module;
}

/** Adds the files of a chunk and its imports, dependencies first. */
function collect(manifest: Manifest, key: string, files: Set<string>, seen = new Set<string>()): void {
  const found = manifest[key];
  if (!found || seen.has(key)) return;
  seen.add(key);
  for (const imported of found.imports) collect(manifest, imported, files, seen);
  for (const file of [...found.css, found.file]) files.add(file);
}

/** Renders the content of #root at an address (client/prerender.tsx). */
type RenderPage = (address: string, state: object) => Promise<string>;

const program = z.object({ renderPage: z.custom<RenderPage>((value) => typeof value === 'function') });

/** The file of the client's own program, which renders pages. Its name differs between builds; null while there is none. */
export async function rendererFile(clientFolder: string): Promise<string | null> {
  const folder = join(clientFolder, '.prerender');
  const names = await readdir(folder).catch(() => []);
  const name = names.find((file) => file.startsWith('prerender-'));
  return name === undefined ? null : join(folder, name);
}

async function loadRenderer(file: string): Promise<RenderPage> {
  return program.parse({ ...(await import(pathToFileURL(file).href)) }).renderPage;
}
