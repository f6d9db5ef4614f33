import { expect, inject } from 'vitest';
import { freshDatabase } from '../engines.ts';
import { freePort } from '../free-port.ts';
import { type Runners, run, runUntilAnswers } from './scratch-portal.ts';

/** Starting, building, measuring and testing. */
export const programRunners: Runners = {
  'npm start': async () => {
    const port = await freePort();
    const env = { PORT: String(port), PORTAL_URL: `http://127.0.0.1:${port}` };
    expect(await runUntilAnswers('npm start', `http://127.0.0.1:${port}/login`, env)).toContain(
      'portal-state',
    );
  },
  'npm run dev': async () => {
    const [port, devPort] = [await freePort(), await freePort()];
    const { dataDir } = await freshDatabase('sqlite');
    const env = { PORT: String(port), DEV_PORT: String(devPort), DATA_DIR: dataDir };
    expect(await runUntilAnswers('npm run dev', `http://localhost:${devPort}/api/session`, env)).toContain(
      'null',
    );
  },
  'npm run build': async () => {
    expect(await run('npm run build')).toContain('built');
  },
  'npm start -- --demo': async () => {
    const port = await freePort();
    const env = {
      PORT: String(port),
      PORTAL_URL: `http://127.0.0.1:${port}`,
      TMPDIR: inject('scratchFolder'),
    };
    const page = await runUntilAnswers('npm start -- --demo', `http://127.0.0.1:${port}/login`, env);
    expect(page).toContain('Demo: the members are made up');
  },
  'npm run soak': async () => {
    // Hours of it are nothing for every day: each test has a short form, which runs beside this one.
    expect(await run('npm run soak -- --list')).toContain('tests/faults/kill-cycles.test.ts');
  },
  'npm run bench': async () => {
    // The groups that measure speed take minutes and a quiet machine; this one holds the budgets of size.
    expect(await run('npm run bench -- size')).toContain('until /login is usable');
  },
  'npm run bench -- --quick': async () => {
    expect(await run('npm run bench -- --quick size')).toContain('until /login is usable');
  },
  'npm test -- server/accounts/password.test.ts': async () => {
    // A file that needs no server and no browser.
    expect(await run('npm test -- domain/limits.test.ts')).toMatch(/\n1 passed, 0 failed\n$/);
  },
  'npm test -- --changed': async () => {
    // One file of those that a change may reach, so that it is the command that is tried and not the whole suite.
    expect(await run('npm test -- --changed HEAD domain/limits.test.ts')).toMatch(/\n\d passed, 0 failed\n$/);
  },
  'npm run mutants -- domain': async () => {
    const printed = await run('npm run mutants -- domain/greeting.ts --count 1 --seed 1');
    expect(printed).toMatch(/\n1 of 1 killed \(100 %\), seed 1\n/);
  },
  'npm run screens -- login': async () => {
    // One of the states that begin so.
    expect(await run('npm run screens -- login-busy')).toContain('login-busy at 1440 px');
  },
};
