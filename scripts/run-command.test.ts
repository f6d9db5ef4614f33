import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { runCommand } from './run-command.ts';

it('ends a command that hangs', async () => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  expect(await runCommand(['sleep', '60'], { timeout: 200 })).toBe(128 + 15);
  expect(written).toHaveBeenCalledWith(expect.stringContaining('`sleep 60` took too long'));
});

it('forwards a signal to the command and then ends with it', async () => {
  const file = JSON.stringify(join(import.meta.dirname, 'run-command.ts'));
  const script = `
    import { runCommand } from ${file};
    const loop = 'for turn in $(seq 600); do sleep 0.05; done';
    await runCommand(['sh', '-c', \`trap "echo tidied; exit 0" TERM; echo started; \${loop}\`]);
    console.log('went on');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const closed = once(child, 'close');
  await expect.poll(() => output).toContain('started');
  child.kill('SIGTERM');
  expect(await closed).toEqual([128 + 15, null]);
  expect(output).toBe('started\ntidied\n');
});
