import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** The files of one build of the client that its page is made of. */
export interface Build {
  /** Names this build: another client has another. */
  id: string;
  /** index.html as it was built. */
  html: string;
  /** What the page at a path shows to whoever is signed out, where it was drawn beforehand. */
  drawn: ReadonlyMap<string, DrawnPage>;
  /** Addresses of the scripts and style sheets that `modules` need beyond those that `html` names itself. */
  filesOf(modules: readonly string[]): { scripts: string[]; styles: string[] };
}

export interface DrawnPage {
  /** The content of #root, in which `styleNoncePlaceholder` stands for the nonce. */
  html: string;
  /** Its style attributes, as the Content-Security-Policy names them: `'sha256-…'`. */
  styleHashes: readonly string[];
}

/** The built client in its folder, where another build may take its place while the server runs. */
export interface BuiltClient {
  folder: string;
  /** The build that is there now, or was there last. Rejects where there has been none. */
  current(): Promise<Build>;
}

const chunk = z.object({
  file: z.string(),
  name: z.string().optional(),
  imports: z.array(z.string()).default([]),
  css: z.array(z.string()).default([]),
});
const manifestFile = z.record(z.string(), chunk);
const drawnPagesFile = z.record(z.string(), z.string());
type Manifest = z.infer<typeof manifestFile>;

export function builtClient(folder: string): BuiltClient {
  const page = join(folder, 'index.html');
  const manifest = join(folder, '.vite', 'manifest.json');
  const prerenderedPages = join(folder, '.vite', 'drawn-pages.json');
  let known: { version: string; build: Promise<Build> } | undefined;

  return {
    folder,
    async current() {
      const parts = [changedAt(manifest), changedAt(prerenderedPages)].map((time) =>
        time.catch(() => 'none'),
      );
      const time = await changedAt(page).catch((error: unknown) => error);
      // Gone for the moment, as while another build is being written in its place.
      if (typeof time !== 'number' && known) return known.build;
      if (typeof time !== 'number') throw time;
      const version = [time, ...(await Promise.all(parts))].join(' ');
      if (known?.version !== version) known = { version, build: readBuild(page, manifest, prerenderedPages) };
      return known.build;
    },
  };
}

async function changedAt(file: string): Promise<number> {
  return (await stat(file)).mtimeMs;
}

async function readBuild(page: string, manifestPath: string, drawnPagesPath: string): Promise<Build> {
  const html = await readFile(page, 'utf8');
  // Without these, as while a build is being written, a page does without what only makes it faster.
  const manifest = (await readJson(manifestPath, manifestFile)) ?? {};
  const prerenderedPages = (await readJson(drawnPagesPath, drawnPagesFile)) ?? {};
  return {
    // The page names the entry, whose hashed name changes with anything that it leads to.
    id: sha256(html).digest('hex').slice(0, 12),
    html,
    drawn: new Map(
      Object.entries(prerenderedPages).map(([path, content]) => [path, prerenderedPage(content)]),
    ),
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

/** What a JSON file says, or null where there is none. */
async function readJson<T>(file: string, rule: z.ZodType<T>): Promise<T | null> {
  return readFile(file, 'utf8').then(
    (text) => rule.parse(JSON.parse(text)),
    () => null,
  );
}

/** The portal's own markup, as React writes it: a style attribute has double quotes and nothing in it to decode. */
function prerenderedPage(html: string): DrawnPage {
  const styles = new Set([...html.matchAll(/ style="([^"]*)"/g)].map(([, style = '']) => style));
  return { html, styleHashes: [...styles].map((style) => `'sha256-${sha256(style).digest('base64')}'`) };
}

function sha256(text: string) {
  return createHash('sha256').update(text);
}

/** A module that other chunks import too has no entry of its own: its chunk is found by its name. */
function keyOf(manifest: Manifest, module: string): string {
  if (module in manifest) return module;
  const name = module.replace(/^.*\/|\.tsx?$/g, '');
  return Object.keys(manifest).find((key) => manifest[key]?.name === name) ?? module;
}

/** Adds the files of a chunk and of all that it imports, what is needed first before what needs it. */
function collect(manifest: Manifest, key: string, files: Set<string>, seen = new Set<string>()): void {
  const found = manifest[key];
  if (!found || seen.has(key)) return;
  seen.add(key);
  for (const imported of found.imports) collect(manifest, imported, files, seen);
  for (const file of [...found.css, found.file]) files.add(file);
}
