import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { MiddlewareHandler } from 'hono';
import { getMimeType } from 'hono/utils/mime';
import type { PortalEnv } from '#server/http/env.ts';

/** The encodings that the build makes of its files, the smallest first, and what they add to the name. */
const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/** A file that was changed this recently, in milliseconds, may still be being written. */
const settledAfter = 5_000;

const plainName = /^\w[\w.-]*$/;

/**
 * Serves `/assets/:file`: names that contain a hash of the content, so each file is read once and kept in memory.
 * Reading it for every request took most of the time of opening a page (docs/performance.md). Memory is bounded by the
 * build, because a name without a file is not kept.
 */
export function hashedFiles(clientFolder: string): MiddlewareHandler<PortalEnv, '/assets/:file'> {
  const folder = join(clientFolder, 'assets');
  const kept = new Map<string, Uint8Array<ArrayBuffer>>();

  async function read(name: string): Promise<Uint8Array<ArrayBuffer> | null> {
    const known = kept.get(name);
    if (known) return known;
    const path = join(folder, name);
    const [content, info] = await Promise.all([readFile(path), stat(path)]).catch(() => []);
    if (!content || !info) return null;
    if (Date.now() - info.mtimeMs > settledAfter) kept.set(name, content);
    return content;
  }

  return async (c, next) => {
    const name = c.req.param('file');
    if (!plainName.test(name)) return next();
    const accepted = (c.req.header('accept-encoding') ?? '').split(',').map((encoding) => encoding.trim());
    const headers = {
      'Content-Type': getMimeType(name) ?? 'application/octet-stream',
      'Cache-Control': 'public, max-age=31536000, immutable',
      Vary: 'Accept-Encoding',
    };
    for (const [encoding, suffix] of encodings) {
      const encoded = accepted.includes(encoding) ? await read(`${name}${suffix}`) : null;
      if (encoded) return c.body(encoded, 200, { ...headers, 'Content-Encoding': encoding });
    }
    const content = await read(name);
    return content ? c.body(content, 200, headers) : next();
  };
}
