import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Asks for a line that is not shown while it is typed; without a terminal, takes the first line of the input. */
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
