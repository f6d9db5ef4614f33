import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { ensureAdministrator } from '#server/accounts/administrator.ts';
import { issueResetLink } from '#server/accounts/mailed-tokens.ts';
import { readConfig } from '#server/config/config.ts';
import { emailMovedMail } from '#server/mail/messages.ts';
import { enqueue } from '#server/mail/outbox-store.ts';
import { mailFolder } from '#server/mail/transports.ts';
import { summarize } from '#server/members/summary.ts';
import { describeEachEngine, freshDatabase, storeAt, type TestEngine } from '#tests/helpers/engines.ts';
import { placeVariables, runPortal } from '#tests/helpers/portal-command.ts';
import { changesOf, rowsOf, storedRecord } from '#tests/helpers/records.ts';
import { seedMembers } from '../seed-members.ts';

// Each command is a process.
vi.setConfig({ testTimeout: 240_000 });

async function seededPortal(engine: TestEngine) {
  const place = await freshDatabase(engine);
  const env = placeVariables(place);
  const store = storeAt(place);
  const config = readConfig(env);
  await ensureAdministrator(store, config);
  await seedMembers(store, 10);
  const first = await store.db.selectFrom('members').selectAll().orderBy('uid').executeTakeFirstOrThrow();
  return { place, env, store, config, first };
}

describeEachEngine('a member', (engine) => {
  it('is corrected by a command, in record, account and log', async () => {
    const { env, store, config, first } = await seededPortal(engine);
    const correct = (assignment: string) => runPortal(['members', 'correct', first.email, assignment], env);
    expect(await correct('studentId=1SD22CS999')).toMatchObject({ code: 0 });
    expect(await correct('fullName=Asha Corrected')).toMatchObject({ code: 0 });
    expect(await correct('email=not an address')).toMatchObject({ code: 2, out: '' });
    expect(await correct('uid=another')).toMatchObject({ code: 2, out: '' });
    const asked = await runPortal(['members', 'remove', first.email], env);
    expect(asked).toMatchObject({ code: 2, out: '' });
    expect(asked.err).toContain(`This would remove Asha Corrected (${first.uid}) for good.`);
    const nobody = await runPortal(['members', 'remove', 'nobody@club.example'], env);
    expect(nobody.code).toBe(1);
    expect(nobody.err).toContain('There is no member nobody@club.example.');
    const corrected = { studentId: '1SD22CS999', fullName: 'Asha Corrected' };
    expect(await storedRecord(store, first.uid)).toMatchObject(corrected);
    const correction = { kind: 'record-corrected', actor: config.adminUid };
    expect((await changesOf(store, first.uid)).slice(1)).toMatchObject([correction, correction]);
    expect((await runPortal(['check'], env)).out).not.toContain('FAIL');
  });

  it('whose address is corrected is mailed there, and links mailed to the former address end', async () => {
    const { env, store, first } = await seededPortal(engine);
    const mailing = { ...env, SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'portal@club.example' };
    const correct = (from: string, to: string) =>
      runPortal(['members', 'correct', from, `email=${to}`], mailing);
    await store.transact((trx) => issueResetLink(trx, first.uid));
    expect(await correct(first.email, 'right@club.example')).toMatchObject({ code: 0 });
    const mails = (await rowsOf(store, 'mail_outbox')).map(({ kind, to }) => ({ kind, to }));
    expect(mails).toEqual(
      expect.arrayContaining([
        { kind: 'email-changed', to: first.email },
        { kind: 'confirm-email', to: 'right@club.example' },
      ]),
    );
    const links = await rowsOf(store, 'mailed_tokens');
    expect(links.map(({ purpose }) => purpose)).not.toContain('reset-password');

    const other = (await rowsOf(store, 'members')).find(({ uid }) => uid !== first.uid);
    const refused = await correct(other?.email ?? '', 'right@club.example');
    expect(refused.code).toBe(1);
    expect(refused.err).toContain('right@club.example belongs to another account already.');
  });

  it('that somebody changed by SQL is found by check, and check --repair corrects the lists', async () => {
    const { env, store, first } = await seededPortal(engine);
    await store.db.updateTable('members').set({ searchText: '' }).where('uid', '=', first.uid).execute();
    const found = await runPortal(['check'], env);
    expect(found).toMatchObject({ code: 1, out: expect.stringContaining('FAIL  lists agree') });
    const repaired = await runPortal(['check', '--repair'], env);
    expect(repaired.code).toBe(0);
    expect(repaired.out).toContain('The lists’ columns were recomputed');
    expect((await runPortal(['check'], env)).code).toBe(0);
  });
});

describeEachEngine('a season', (engine) => {
  it('names the emails that were not sent, and leaves no file of those that were', async () => {
    const { place, env, store } = await seededPortal(engine);
    const [member] = await store.db.selectFrom('members').select(['uid', 'email']).execute();
    const mail = emailMovedMail(
      { name: 'The Club', shortName: 'TC' },
      { uid: member?.uid ?? null, to: member?.email ?? '' },
    );
    const ids = [await enqueue(store.db, mail), await enqueue(store.db, mail), await enqueue(store.db, mail)];
    const sentAt = new Date().toISOString();
    await store.db
      .updateTable('mail_outbox')
      .set({ state: 'sent', doneAt: sentAt })
      .where('id', '=', ids[0] ?? '')
      .execute();
    await mkdir(mailFolder(place.dataDir), { recursive: true });
    await writeFile(join(mailFolder(place.dataDir), `2026-09-01-${ids[0]}.eml`), 'sent');
    const unsent = '2 emails were not sent';
    expect((await runPortal(['season', 'end', '--rehearse'], env)).out).toContain(unsent);
    expect((await runPortal(['season', 'end', '--members', '10'], env)).out).toContain(unsent);
    expect(await readdir(mailFolder(place.dataDir))).toEqual([]);
  });

  it('is rehearsed, then ended: archived, emptied, and the administrator stays', async () => {
    const { place, env, store, config } = await seededPortal(engine);
    const rehearsal = await runPortal(['season', 'end', '--rehearse'], env);
    expect(rehearsal.code).toBe(0);
    expect(rehearsal.out).toContain('10 members, 0 messages and 10 changes');
    expect(rehearsal.out).toContain('npm run portal -- season end --members 10');
    expect(await runPortal(['season', 'end', '--members', '9'], env)).toMatchObject({ code: 2, out: '' });
    expect((await summarize(store.db, config.adminUid)).total).toBe(10);

    const ended = await runPortal(['season', 'end', '--members', '10'], env);
    expect(ended).toMatchObject({ code: 0, out: expect.stringContaining('then removed 10 members') });
    expect((await summarize(store.db, config.adminUid)).total).toBe(0);
    expect(await store.db.selectFrom('user').select('id').execute()).toEqual([{ id: config.adminUid }]);
    expect((await runPortal(['check'], env)).out).not.toContain('FAIL');

    const [season = ''] = await readdir(join(place.dataDir, 'seasons'));
    const archived = (await readdir(join(place.dataDir, 'seasons', season))).toSorted();
    expect(archived).toEqual(['members.csv', expect.stringMatching(/^portal-.+\.sqlite$/)]);
    const back = await runPortal(['restore', join(place.dataDir, 'seasons', season, archived[1] ?? '')], env);
    expect(back.out).toContain('Restored 10 members');
  });
});
