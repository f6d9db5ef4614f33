import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod/mini';

/** Renders the content of #root at an address (client/prerender.tsx). */
export type RenderPage = (address: string, state: object) => Promise<string>;

const program = z.object({ renderPage: z.custom<RenderPage>((value) => typeof value === 'function') });

/** The file of the client's own program, which renders pages. Its name differs between builds; null while there is none. */
export async function rendererFile(clientFolder: string): Promise<string | null> {
  const folder = join(clientFolder, '.prerender');
  const names = await readdir(folder).catch(() => []);
  const name = names.find((file) => file.startsWith('prerender-'));
  return name === undefined ? null : join(folder, name);
}

export async function loadRenderer(file: string): Promise<RenderPage> {
  return program.parse({ ...(await import(pathToFileURL(file).href)) }).renderPage;
}
