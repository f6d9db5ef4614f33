import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newFolder } from './scratch.ts';

/** Sets a guard on `folder` in a separate process, then does `next` there. */
async function inOtherProcess(folder: string, next: string) {
  const guard = join(import.meta.dirname, 'guard.ts');
  const script = `
    import { setGuard } from ${JSON.stringify(guard)};
    const dismiss = setGuard('rm -rf "$1"', [${JSON.stringify(folder)}]);
    console.log('set');
    ${next}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  await once(child.stdout, 'data');
  return { kill: () => child.kill('SIGKILL'), exited };
}

it('runs its script when the process was killed', async () => {
  const folder = await newFolder();
  const other = await inOtherProcess(folder, 'setInterval(() => {}, 1000);');
  expect(existsSync(folder)).toBe(true);
  other.kill();
  await expect.poll(() => existsSync(folder)).toBe(false);
});

it('does nothing once it is dismissed, and does not keep the process', async () => {
  const folder = await newFolder();
  const other = await inOtherProcess(folder, 'dismiss();');
  expect(await other.exited).toEqual([0, null]);
  expect(existsSync(folder)).toBe(true);
});
