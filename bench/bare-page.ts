import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { build } from 'vite';
import { freePort } from '#tests/helpers/free-port.ts';

const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.html': 'text/html' };
const compress = promisify(brotliCompress);

/** The reference of row j: a bare React sign-in page, built, compressed and served as the portal's are. */
export async function serveBarePage(): Promise<{ url: string; close(): Promise<void> }> {
  const outDir = await mkdtemp(join(tmpdir(), 'portal-bench-bare-page-'));
  const root = join(import.meta.dirname, 'bare-page');
  await build({ configFile: false, root, logLevel: 'error', build: { outDir, target: 'es2023' } });
  const server = createServer(async ({ url = '/' }, response) => {
    const name = url === '/' || url === '/login' ? '/index.html' : url;
    try {
      const body = await compress(await readFile(join(outDir, name)));
      response.writeHead(200, {
        'content-type': types[extname(name)] ?? 'application/octet-stream',
        'content-encoding': 'br',
        'cache-control': name === '/index.html' ? 'no-cache' : 'max-age=31536000, immutable',
      });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  const port = await freePort();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await rm(outDir, { recursive: true, force: true });
    },
  };
}
