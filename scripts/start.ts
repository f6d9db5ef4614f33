import { join } from 'node:path';
import { buildClientIfStale } from './build-client.ts';
import { nodeFlags, threadPool } from './node-flags.ts';
import { root } from './run-command.ts';

buildClientIfStale();

// Takes the place of this process, so that signals and the exit code are the portal's own. The files as Node has
// compiled them are kept from one start to the next: without them it starts later and needs 25 MB more.
const env = {
  ...threadPool,
  NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compile'),
  ...process.env,
};
if (process.platform === 'win32') await import('#server/main.ts');
else {
  const main = join(root, 'server', 'main.ts');
  process.execve?.(process.execPath, [process.execPath, ...nodeFlags, main], env);
}
