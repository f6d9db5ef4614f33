import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';

/** The files of one build of the client. */
export interface Build {
  /** Differs between builds. */
  id: string;
  /** index.html as it was built. */
  html: string;
  /** The content of #root of each page that is prerendered for visitors, by path. */
  prerendered: ReadonlyMap<string, string>;
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
const prerenderedSchema = z.record(z.string(), z.string());
type Manifest = z.infer<typeof manifestFile>;

export function builtClient(folder: string): BuiltClient {
  const page = join(folder, 'index.html');
  const manifest = join(folder, '.vite', 'manifest.json');
  const prerenderedPages = join(folder, '.vite', 'prerendered-pages.json');
  let cached: { version: string; build: Promise<Build> } | undefined;

  return {
    folder,
    async current() {
      const parts = [changedAt(manifest), changedAt(prerenderedPages)].map((time) =>
        time.catch(() => 'none'),
      );
      const time = await changedAt(page).catch((error: unknown) => error);
      // Missing for the moment, because a new build is being written.
      if (typeof time !== 'number' && cached) return cached.build;
      if (typeof time !== 'number') throw time;
      const version = [time, ...(await Promise.all(parts))].join(' ');
      if (cached?.version !== version)
        cached = { version, build: readBuild(page, manifest, prerenderedPages) };
      return cached.build;
    },
  };
}

async function changedAt(file: string): Promise<number> {
  return (await stat(file)).mtimeMs;
}

async function readBuild(page: string, manifestPath: string, prerenderedPath: string): Promise<Build> {
  const html = await readFile(page, 'utf8');
  // Both files are optional: they only make pages load faster.
  const manifest = (await readJson(manifestPath, manifestFile)) ?? {};
  const prerenderedPages = (await readJson(prerenderedPath, prerenderedSchema)) ?? {};
  return {
    // The page names the entry chunk, whose hash changes with everything it imports.
    id: createHash('sha256').update(html).digest('hex').slice(0, 12),
    html,
    prerendered: new Map(Object.entries(prerenderedPages)),
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

/** Parses a JSON file; null if it does not exist. */
async function readJson<T>(file: string, rule: z.ZodMiniType<T>): Promise<T | null> {
  return readFile(file, 'utf8').then(
    (text) => rule.parse(JSON.parse(text)),
    () => null,
  );
}

/** A module that other chunks import has no separate entry, so its chunk is found by name. */
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
