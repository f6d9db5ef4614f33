import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Prompts for a line without echo; without a terminal, reads the first line of the input. */
export async function readSecretLine(question: string): Promise<string> {
  process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = process.stdin.isTTY === true;
  const lines = createInterface({ input: process.stdin, output: silent, terminal });
  try {
    for await (const line of lines) return line;
    return '';
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}
