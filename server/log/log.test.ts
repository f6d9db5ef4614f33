import { describe, expect, it } from 'vitest';
import { createLog } from './log.ts';

function logged(write: (log: ReturnType<typeof createLog>) => void, level = 'info'): string[] {
  const lines: string[] = [];
  write(createLog(level, { write: (line) => lines.push(line) }));
  return lines;
}

describe('the log', () => {
  it('is one JSON object a line, with its level and time', () => {
    const [line = '', ...more] = logged((log) => log.info({ uid: 'u1' }, 'done\nindeed'));
    expect(more).toEqual([]);
    expect(line.trimEnd()).not.toContain('\n');
    expect(JSON.parse(line)).toMatchObject({
      level: 30,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      uid: 'u1',
      msg: 'done\nindeed',
    });
  });

  it('omits lines below its level', () => {
    expect(logged((log) => log.debug('quiet'))).toEqual([]);
    expect(logged((log) => log.fatal('loud'), 'silent')).toEqual([]);
  });

  it.each(['password', 'newPassword', 'confirmPassword', 'token', 'cookie', 'authorization', 'secret'])(
    'hides %s, also two objects down',
    (name) => {
      const [line = ''] = logged((log) => {
        const secret = { [name]: 'canary' };
        log.info({ ...secret, body: secret, request: { headers: secret } }, 'a request');
      });
      expect(line).not.toContain('canary');
      expect(line).toContain('[Redacted]');
    },
  );

  it('writes an error with its stack', () => {
    const [line = ''] = logged((log) => log.error({ err: new Error('broken') }, 'failed'));
    expect(JSON.parse(line)).toMatchObject({
      err: { message: 'broken', stack: expect.stringContaining('log.test') },
    });
  });
});
