import { expect, it } from 'vitest';
import { inboxPage } from '#domain/form-inbox.ts';
import { answerOf, openWithMembers, saveReview } from '#tests/helpers/admin-api.ts';
import { registerPerson } from '#tests/helpers/app.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { contactMessage } from '#tests/helpers/forms.ts';
import { rowsOf } from '#tests/helpers/records.ts';

describeEachEngine('a project’s link', (engine) => {
  async function submitted(githubLink: string) {
    const { portal, administrator } = await openWithMembers(engine);
    const person = await registerPerson(portal);
    await person.put('/api/me/track', { developmentTrack: 'web' });
    await person.post('/f/contact', contactMessage({ githubLink, message: 'Mine' }));
    const { status, body } = await person.put('/api/me/submission', {
      githubLink,
      projectDescription: 'Mine',
    });
    expect(status).toBe(200);
    return { portal, administrator, record: body as { uid: string; githubLink: string } };
  }

  it('is stored, mailed and exported without the token of its author, and without invisible characters', async () => {
    const link = 'https://x:ghp_Ab3Ab3@github.com/asha/notes.git\u200b';
    const { portal, administrator, record } = await submitted(link);
    expect(record.githubLink).toBe('https://github.com/asha/notes.git');
    const tables = ['members', 'changes', 'form_submissions', 'mail_outbox'] as const;
    const rows = await Promise.all(tables.map((table) => rowsOf(portal.store, table)));
    expect(JSON.stringify(rows)).not.toMatch(/ghp_|\u200b/);
    for (const path of ['members.csv', 'form-submissions.csv'])
      expect((await administrator.get(`/api/admin/${path}`)).text).toContain(
        'https://github.com/asha/notes.git',
      );
  });

  it('may begin with Https: the review reads its message', async () => {
    const { administrator, record } = await submitted('Https://GitHub.com/asha/notes');
    await saveReview(administrator, record.uid, { submissionReviewed: true });
    const { submissions } = inboxPage.parse(await answerOf(administrator, '/api/admin/form-submissions'));
    expect(submissions).toMatchObject([{ kind: 'project', readAt: expect.any(String) }]);
  });
});
