import * as streams from 'node:stream/web';
import type { Context } from 'hono';
import type { PortalEnv } from './env.ts';

/**
 * Responds with a file generated while it is sent. The next chunk is requested when the previous one is sent, so
 * memory holds one chunk however long the file is. A failure aborts the download, which browsers report.
 */
export function streamedFile(
  c: Context<PortalEnv>,
  { name, type }: { name: string; type: string },
  chunks: AsyncIterable<string>,
): Response {
  const { log } = c.var;
  const encoder = new TextEncoder();

  async function* bytes(): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of chunks) yield encoder.encode(chunk);
    } catch (error) {
      log.error({ err: error, file: name }, 'export failed');
      throw error;
    }
  }

  return c.body(streams.ReadableStream.from(bytes()) as ReadableStream, 200, {
    'Content-Type': type,
    'Content-Disposition': `attachment; filename="${name}"`,
    'Cache-Control': 'no-store',
  });
}
