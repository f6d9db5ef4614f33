import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Insertable } from 'kysely';
import { expect, it } from 'vitest';
import { keepHouse } from '#server/operations/housekeeping.ts';
import { startRepeatedWork } from '#server/operations/repeated-work.ts';
import type { Tables } from '#server/store/tables.ts';
import { openTestApp, type TestApp } from '#tests/helpers/app.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { mailFolder } from './transports.ts';

const day = 24 * 60 * 60 * 1000;
const now = Date.now();

/** A mail of some days ago, sent, failed, or still waiting. */
async function addRow(portal: TestApp, id: string, daysAgo: number, state: 'sent' | 'failed' | 'waiting') {
  const at = new Date(now - daysAgo * day).toISOString();
  await portal.store.db
    .insertInto('mail_outbox')
    .values({
      ...{ id, kind: 'form-receipt', to: 'a@x.example', subject: 'Subject', attempts: 1 },
      ...{ createdAt: at, dueAt: at, text: state === 'waiting' ? 'text' : null },
      ...{ lane: 0, state, doneAt: state === 'waiting' ? null : at },
    } as Insertable<Tables['mail_outbox']>)
    .execute();
}

async function addFile(portal: TestApp, name: string, bytes = 10): Promise<void> {
  const folder = mailFolder(portal.deps.config.dataDir);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, name), 'x'.repeat(bytes));
}

async function kept(portal: TestApp): Promise<{ rows: string[]; files: string[] }> {
  const rows = await portal.store.db.selectFrom('mail_outbox').select('id').orderBy('id').execute();
  const files = await readdir(mailFolder(portal.deps.config.dataDir)).catch(() => []);
  return { rows: rows.map(({ id }) => id), files: files.toSorted() };
}

describeEachEngine('mails that are done with', (engine) => {
  it('are removed after their retention time, and every file without a row, except those that wait', async () => {
    const portal = await openTestApp(engine, { env: { MAIL_KEEP_DAYS: '7' } });
    await addRow(portal, 'oldsent', 8, 'sent');
    await addRow(portal, 'oldfailed', 8, 'failed');
    await addRow(portal, 'oldwaiting', 8, 'waiting');
    await addRow(portal, 'newsent', 6, 'sent');
    await addRow(portal, 'being', 0, 'waiting');
    for (const name of [
      '1-oldsent.eml',
      '2-newsent.eml',
      '3-ofaremovedmember.eml',
      '.4-ofaremovedmember.eml',
      '.6-being.eml',
      'note.txt',
    ])
      await addFile(portal, name);

    startRepeatedWork(portal.deps);
    await portal.deps.background.idle();
    portal.deps.background.stop();
    expect(await kept(portal)).toEqual({
      rows: ['being', 'newsent', 'oldwaiting'],
      files: ['.6-being.eml', '2-newsent.eml', 'note.txt'],
    });
  });

  it('are removed oldest first if they take too much space, except those that wait', async () => {
    const portal = await openTestApp(engine);
    const config = { ...portal.deps.config, mailKeepMegabytes: 1 };
    const third = 350 * 1024;
    for (const n of [1, 2, 3, 4]) await addFile(portal, `${n}-${10_000 + n}.eml`, third);
    for (let n = 0; n < 1_030; n += 1) await addRow(portal, String(10_000 + n), n / 1_000, 'sent');
    await addRow(portal, 'waiting', 2, 'waiting');
    await keepHouse({ ...portal.deps, config }, new Date(now));
    const { rows, files } = await kept(portal);
    expect(files).toEqual(['3-10003.eml', '4-10004.eml']);
    expect(rows).toHaveLength(1_025);
    expect(rows).toContain('waiting');
    expect(rows[0]).toBe('10000');
  });
});
