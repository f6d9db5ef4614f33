import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';

const types: Record<string, string> = { '.js': 'text/javascript', '.html': 'text/html' };

/** The reference of row j: a bare React sign-in page, built, compressed and served as the portal's are. */
export async function serveBarePage(): Promise<{ url: string; close(): void }> {
  const root = join(import.meta.dirname, 'bare-page');
  const options = { write: false, target: 'es2023' };
  const built = await build({ configFile: false, root, logLevel: 'error', build: options });
  const { output } = built as Rolldown.RolldownOutput;
  const files = new Map(
    output.map((file) => [`/${file.fileName}`, file.type === 'chunk' ? file.code : file.source]),
  );
  const server = createServer((request, response) => {
    const name = request.url === '/login' ? '/index.html' : (request.url ?? '');
    const body = files.get(name);
    response.writeHead(body ? 200 : 404, {
      'content-type': types[extname(name)] ?? 'application/octet-stream',
      'content-encoding': 'br',
      'cache-control': name === '/index.html' ? 'no-cache' : 'max-age=31536000, immutable',
    });
    response.end(body && brotliCompressSync(body));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
