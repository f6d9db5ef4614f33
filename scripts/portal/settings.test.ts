import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { openTestApp, signInAdministrator } from '#tests/helpers/app.ts';
import { describeEachEngine, freshDatabase } from '#tests/helpers/engines.ts';
import { placeVariables, runPortal } from '#tests/helpers/portal-command.ts';
import { newFolder } from '#tests/helpers/scratch.ts';

// Each command is a process.
vi.setConfig({ testTimeout: 240_000 });

describeEachEngine('the settings', (engine) => {
  it('are exported as files without a secret, and taken over from files, also by a running portal', async () => {
    const place = await freshDatabase(engine);
    const portal = await openTestApp(engine, { place });
    const administrator = await signInAdministrator(portal);
    const { body } = await administrator.get('/api/admin/settings/mail');
    const { value } = body as { value: object };
    const mail = { ...value, host: 'smtp.test', user: 'club', sender: 'club@club.example' };
    await administrator.put('/api/admin/settings/mail', { value: mail, version: 0 });
    await administrator.put('/api/admin/settings/mail/password', { password: 'canary-word' });

    const folder = await newFolder();
    const run = (...words: string[]) => runPortal(['settings', ...words, folder], placeVariables(place));
    expect(await run('export')).toMatchObject({ code: 0 });
    const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.json'));
    expect(names.toSorted()).toEqual([
      'accounts.json',
      ...['club.json', 'dates.json', 'forms.json', 'mail.json', 'registration.json', 'reminders.json'],
      'reviews.json',
      'seasons.json',
      ...['tasks/android.json', 'tasks/game.json', 'tasks/ml.json', 'tasks/web.json'],
    ]);
    const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
    expect(texts.join()).toContain('smtp.test');
    expect(texts.join()).not.toContain('canary-word');
    expect(await run('import')).toMatchObject({ code: 0, out: 'Nothing has changed.\n' });

    const club = await readFile(join(folder, 'club.json'), 'utf8');
    await writeFile(join(folder, 'club.json'), club.replace('"SDC"', '"ABC"'));
    await rm(join(folder, 'mail.json'));
    expect(await run('import')).toMatchObject({ code: 0, out: 'Changed: club\n' });
    await expect.poll(() => portal.deps.content.club.shortName, { timeout: 5_000 }).toBe('ABC');
    expect(portal.deps.content.mail).toEqual(mail);

    await writeFile(join(folder, 'dates.json'), '{"late":"never"}');
    const refused = await run('import');
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.err).toMatch(/\/?dates\.json: late: must be one of marked, closed\n$/);
  });
});
