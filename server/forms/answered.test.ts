import { expect, it } from 'vitest';
import type { InboxPage, ReceivedSubmission } from '#domain/form-inbox.ts';
import { openWithMembers } from '#tests/helpers/admin-api.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { contactMessage } from '#tests/helpers/forms.ts';

const list = '/api/admin/form-submissions';

describeEachEngine('projects and questions', (engine) => {
  async function open() {
    const { portal, administrator: lead } = await openWithMembers(engine);
    await portal.visitor().post('/f/contact', contactMessage({ name: 'Asha' }));
    const project = contactMessage({ name: 'Ravi', githubLink: 'https://github.com/ravi/notes' });
    await portal.visitor().post('/f/contact', project);
    const shown = async (query = '') => ((await lead.get(`${list}${query}`)).body as InboxPage).submissions;
    const names = async (kind: string) => (await shown(`?kind=${kind}`)).map(({ from }) => from).toSorted();
    const idOf = async (name: string) => (await shown()).find(({ from }) => from === name)?.id ?? '';
    const mark = async (id: string, body: object) =>
      (await lead.patch(`${list}/${id}`, body)).body as ReceivedSubmission;
    return { lead, names, idOf, mark };
  }

  it('are told apart, and a question is open until it is answered', async () => {
    const { lead, names, idOf, mark } = await open();
    expect([await names('project'), await names('question')]).toEqual([['Ravi'], ['Asha']]);
    expect([await names('open'), await names('answered'), await names('any')]).toEqual([
      ['Asha'],
      [],
      ['Asha', 'Ravi'],
    ]);
    const id = await idOf('Asha');
    const answered = await mark(id, { answered: true });
    expect(answered).toMatchObject({ kind: 'question', answeredBy: 'Administrator', readAt: null });
    // A second click, or another administrator, does not change who answered and when.
    expect(await mark(id, { answered: true, read: true })).toMatchObject({
      answeredAt: answered.answeredAt,
      readAt: expect.any(String),
    });
    expect([await names('open'), await names('answered')]).toEqual([[], ['Asha']]);
    await mark(await idOf('Ravi'), { read: true });
    const csv = (await lead.get(`${list}.csv`)).text;
    expect(csv).toMatch(/Kind,Read,Answered/);
    expect(csv).toContain(`Question,yes,${answered.answeredAt}`);
    expect(csv).toContain('Project,yes,,');
    expect(await mark(id, { answered: false })).toMatchObject({ answeredAt: null, answeredBy: null });
    expect(await names('open')).toEqual(['Asha']);
  });

  it('a project is never marked as answered', async () => {
    const { names, idOf, mark } = await open();
    expect(await mark(await idOf('Ravi'), { answered: true })).toMatchObject({
      kind: 'project',
      answeredAt: null,
    });
    expect(await names('answered')).toEqual([]);
  });
});
