import { createReadStream } from 'node:fs';
import { ImportError, refuse } from './faults.ts';

/** Reads a UTF-8 text in chunks, without its byte order mark. Throws ImportError if it is not one. */
export async function* textChunks(file: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const bytes of createReadStream(file)) yield decoder.decode(bytes, { stream: true });
    yield decoder.decode();
  } catch (error) {
    if (error instanceof ImportError) throw error;
    refuse(file, reasonOf(error));
  }
}

/** Reads a small text. Throws ImportError like `textChunks`, and for more than 64 KiB. */
export async function readText(file: string): Promise<string> {
  let text = '';
  for await (const chunk of textChunks(file)) {
    text += chunk;
    if (text.length > 65_536) refuse(file, 'is too long to be what it should be');
  }
  return text;
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EISDIR') return 'is a folder';
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return 'is not UTF-8 text; save it as UTF-8';
  if (typeof code === 'string') return `cannot be read (${code})`;
  throw error;
}
