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
  /** Addresses of the scripts and style sheets that `modules` need beyond those that `html` names itself. */
  filesOf(modules: readonly string[]): { scripts: string[]; styles: string[] };
}

/** The built client in its folder, where another build may take its place while the server runs. */
export interface BuiltClient {
  folder: string;
  /** The build that is there now. Rejects where there is none. */
  current(): Promise<Build>;
}

const chunk = z.object({
  file: z.string(),
  name: z.string().optional(),
  imports: z.array(z.string()).default([]),
  css: z.array(z.string()).default([]),
});
const manifestFile = z.record(z.string(), chunk);
type Manifest = z.infer<typeof manifestFile>;

export function builtClient(folder: string): BuiltClient {
  const page = join(folder, 'index.html');
  const manifest = join(folder, '.vite', 'manifest.json');
  let known: { version: string; build: Promise<Build> } | undefined;

  return {
    folder,
    async current() {
      const version = `${await changedAt(page)} ${await changedAt(manifest).catch(() => 'none')}`;
      if (known?.version !== version) known = { version, build: readBuild(page, manifest) };
      return known.build;
    },
  };
}

async function changedAt(file: string): Promise<number> {
  return (await stat(file)).mtimeMs;
}

async function readBuild(page: string, manifestPath: string): Promise<Build> {
  const html = await readFile(page, 'utf8');
  // Without its manifest, as while a build is being written, a page does without what only makes it faster.
  const manifest = await readFile(manifestPath, 'utf8').then(
    (text) => manifestFile.parse(JSON.parse(text)),
    () => ({}),
  );
  return {
    // The page names the entry, whose hashed name changes with anything that it leads to.
    id: createHash('sha256').update(html).digest('hex').slice(0, 12),
    html,
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
