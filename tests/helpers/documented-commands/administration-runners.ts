import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { startSmtp } from '../smtp.ts';
import { addAdministrator, addMember, type Runners, run, scratch } from './scratch-portal.ts';

/** The operator’s commands about accounts, members and mail. */
export const administrationRunners: Runners = {
  'npm run portal -- admin reset-password': async () => {
    await addAdministrator();
    expect(await run('npm run portal -- admin reset-password')).toMatch(/New password/);
  },
  'npm run portal -- seed --members 200': async () => {
    expect(await run('npm run portal -- seed --members 200')).toContain('Added 200 members.');
  },
  'npm run portal -- admin set-email lead@club.example': async () => {
    await addAdministrator();
    const printed = await run('npm run portal -- admin set-email lead@club.example');
    expect(printed).toContain('Administrator: lead@club.example');
  },
  'npm run portal -- admin hand-over next-lead@club.example': async () => {
    await addAdministrator();
    const printed = await run('npm run portal -- admin hand-over next-lead@club.example');
    expect(printed).toContain('/reset-password?token=');
  },
  'npm run portal -- mail test you@example.org': async () => {
    const smtp = await startSmtp();
    const env = { SMTP_URL: smtp.url, MAIL_FROM: 'portal@club.example' };
    expect(await run('npm run portal -- mail test you@example.org', env)).toContain('took the mail');
    expect(smtp.arrived).toHaveLength(1);
  },
  'npm run portal -- members correct asha@students.example studentId=1SD22CS045': async () => {
    const email = await addMember();
    const printed = await run(`npm run portal -- members correct ${email} studentId=1SD22CS045`);
    expect(printed).toContain('Corrected studentId');
  },
  'npm run portal -- members remove asha@students.example': async () => {
    expect(await run(`npm run portal -- members remove ${await addMember()}`)).toContain('Removed');
  },
  'npm run portal -- season end --rehearse': async () => {
    expect(await run('npm run portal -- season end --rehearse')).toContain('Nothing was changed');
  },
  'npm run portal -- season end --members 312': async () => {
    const [, command = ''] =
      /^(npm run .+)$/m.exec(await run('npm run -s portal -- season end --rehearse')) ?? [];
    expect(await run(command)).toContain('The administrator stays.');
  },
  'npm run portal -- export --to members.csv': async () => {
    const file = join(scratch.dataDir, 'members.csv');
    await run(`npm run portal -- export --to ${file}`);
    expect(readFileSync(file, 'utf8')).toContain('Full Name,');
  },
};
