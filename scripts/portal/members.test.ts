import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { noDates } from '#domain/date-settings.ts';
import { ensureAdministrator } from '#server/accounts/administrator.ts';
import { readConfig } from '#server/config/config.ts';
import { emailMovedMail } from '#server/mail/messages.ts';
import { enqueue } from '#server/mail/outbox-store.ts';
import { mailFolder } from '#server/mail/transports.ts';
import { summarize } from '#server/members/summary.ts';
import { describeEachEngine, freshDatabase, storeAt, type TestEngine } from '#tests/helpers/engines.ts';
import { placeVariables, runPortal } from '#tests/helpers/portal-command.ts';
import { rowsOf } from '#tests/helpers/records.ts';
import { seedMembers } from '../seed-members.ts';

// Each command is a process.
vi.setConfig({ testTimeout: 240_000 });

async function seededPortal(engine: TestEngine) {
  const place = await freshDatabase(engine);
  const env = placeVariables(place);
  const store = storeAt(place);
  const config = readConfig(env);
  await ensureAdministrator(store, { ...config, adminPassword: 'a password' });
  await seedMembers(store, 10);
  const first = await store.db.selectFrom('members').selectAll().orderBy('uid').executeTakeFirstOrThrow();
  return { place, env, store, config, first };
}

describeEachEngine('a member', (engine) => {
  it('is named before a command removes it', async () => {
    const { env, store, first } = await seededPortal(engine);
    const asked = await runPortal(['members', 'remove', first.email], env);
    expect(asked).toMatchObject({ code: 2, out: '' });
    expect(asked.err).toContain(`This would put ${first.fullName} (${first.uid}) into the trash.`);
    expect(await rowsOf(store, 'members')).toHaveLength(10);
    const nobody = await runPortal(['members', 'remove', 'nobody@club.example'], env);
    expect(nobody.code).toBe(1);
    expect(nobody.err).toContain('There is no member nobody@club.example.');
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
    const deps = { config, content: { dates: noDates } };
    const rehearsal = await runPortal(['season', 'end', '--rehearse'], env);
    expect(rehearsal.code).toBe(0);
    expect(rehearsal.out).toContain('10 members, 0 messages and 10 changes');
    expect(rehearsal.out).toContain('npm run portal -- season end --members 10');
    expect(await runPortal(['season', 'end', '--members', '9'], env)).toMatchObject({ code: 2, out: '' });
    expect((await summarize(store.db, config.adminUid, deps)).total).toBe(10);

    const ended = await runPortal(['season', 'end', '--members', '10'], env);
    expect(ended).toMatchObject({ code: 0, out: expect.stringContaining('then removed 10 members') });
    expect((await summarize(store.db, config.adminUid, deps)).total).toBe(0);
    expect(await store.db.selectFrom('user').select('id').execute()).toEqual([{ id: config.adminUid }]);
    expect((await runPortal(['check'], env)).out).not.toContain('FAIL');

    const [season = ''] = await readdir(join(place.dataDir, 'seasons'));
    const archived = (await readdir(join(place.dataDir, 'seasons', season))).toSorted();
    expect(archived).toEqual(['members.csv', expect.stringMatching(/^portal-.+\.sqlite$/)]);
    const back = await runPortal(['restore', join(place.dataDir, 'seasons', season, archived[1] ?? '')], env);
    expect(back.out).toContain('Restored 10 members');
  });
});
