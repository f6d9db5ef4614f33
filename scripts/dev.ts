import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { packageCommand, root } from './run-command.ts';
import { makeSeededPortal } from './seed-members.ts';

/** The client by Vite with hot reload, the server restarted on change, on a seeded scratch database. */
const dataDir = process.env.DATA_DIR ?? join(root, '.cache', 'dev-data');
const vitePort = Number(process.env.DEV_PORT ?? 5173);
const port = process.env.PORT ?? '3000';
const env = {
  ...process.env,
  DATA_DIR: dataDir,
  PORT: port,
  // The server to which vite.config.ts forwards other requests.
  PORTAL_PORT: port,
  // The browser talks to Vite, which passes /api on.
  PORTAL_URL: `http://localhost:${vitePort}`,
  ADMIN_PASSWORD: process.env.ADMIN_PASSWORD ?? 'administrator',
};

if (!existsSync(dataDir)) await makeSeededPortal({ dataDir }, 40);

const server = [process.execPath, '--watch', '--watch-preserve-output', 'server/main.ts'];
const vite = packageCommand('vite', '--port', String(vitePort), '--strictPort');
const processes = [server, vite].map(([program = '', ...args]) =>
  spawn(program, args, { cwd: root, env, stdio: 'inherit' }),
);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    for (const child of processes) child.kill(signal);
  });
}
await Promise.all(processes.map((child) => once(child, 'exit')));
