import { fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { PageTexts } from '#domain/club.ts';

/** The content of #root of each page that is prerendered for visitors, by path. */
export type PublicPages = ReadonlyMap<string, string>;

const rendered = z.record(z.string(), z.string());

/** In milliseconds; it takes a fifth of a second. */
const limit = 30_000;

/**
 * Runs the client's own program (client/prerender.tsx) with the club's texts, in a child process: React would stay in this one's
 * memory, 12 MB of it. Without the program there are no such pages: they only make pages appear sooner.
 */
export async function renderPublicPages(program: string, club: PageTexts): Promise<PublicPages> {
  if (!existsSync(program)) return new Map();
  const child = fork(join(import.meta.dirname, 'public-pages-program.ts'), {
    env: { NODE_ENV: 'production' },
    timeout: limit,
  });
  child.send({ program, club });
  const answer = await new Promise<unknown>((resolve, reject) => {
    child.once('message', resolve).once('error', reject);
    child.once('exit', (code) => reject(new Error(`the public pages could not be rendered: exit ${code}`)));
  });
  return new Map(Object.entries(rendered.parse(answer)));
}
