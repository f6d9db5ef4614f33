import { setImmediate } from 'node:timers/promises';
import { beforeAll, expect, it } from 'vitest';
import { inTimeZone, ownTimeZone } from '#domain/days.ts';
import { type InboxPage, inboxFilter, inboxPage, type ReceivedSubmission } from '#domain/form-inbox.ts';
import { chunk } from '#server/store/chunk.ts';
import { answerOf, openWithMembers } from '#tests/helpers/admin-api.ts';
import { registerPerson, type TestApp } from '#tests/helpers/app.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { contactMessage, contentWithForms } from '#tests/helpers/forms.ts';
import { refusedWith, type Visitor } from '#tests/helpers/visitor.ts';
import { listSubmissions } from './inbox-store.ts';

const list = '/api/admin/form-submissions';

async function page(visitor: Visitor, query = ''): Promise<InboxPage> {
  return inboxPage.parse(await answerOf(visitor, `${list}${query}`));
}

async function names(visitor: Visitor, query = ''): Promise<string[]> {
  return (await page(visitor, query)).submissions.map(({ from }) => from);
}

describeEachEngine('the inbox', (engine) => {
  let portal: TestApp;
  let admin: Visitor;

  beforeAll(async () => {
    ({ portal, administrator: admin } = await openWithMembers(engine, [], { content: contentWithForms() }));
    const messages = [
      ['contact', contactMessage({ name: 'First', message: 'ÜBER 100% of_it\nsecond line' })],
      ['contact', contactMessage({ name: 'Second', email: 'second@students.example', extra: 'kept' })],
      ['survey', { nick: 'Third', wishes: '=HYPERLINK("http://evil.example")' }],
      ['contact', contactMessage({ name: 'Fourth', githubLink: 'https://github.com/a/b' })],
    ] as const;
    for (const [index, [formId, fields]] of messages.entries()) {
      await portal.visitor().post(`/f/${formId}`, fields);
      // Two of them within one millisecond, so that the id decides their order.
      const receivedAt = `2026-09-0${index === 3 ? 3 : index + 1}T10:00:00.000Z`;
      const newest = portal.store.db.updateTable('form_submissions').where('receivedAt', '>', '2026-09-30');
      await newest.set({ receivedAt }).execute();
    }
  });

  it('shows the newest first, with the labels of the form', async () => {
    const { submissions, nextCursor, unread, forms } = await page(admin);
    expect([nextCursor, unread]).toEqual([null, 4]);
    expect(forms.map(({ id }) => id)).toEqual(['contact', 'test', 'survey', 'closed', 'help']);
    const days = submissions.map(({ receivedAt }) => receivedAt.slice(5, 10));
    expect(days).toEqual(['09-03', '09-03', '09-02', '09-01']);
    expect(submissions.find(({ from }) => from === 'Second')).toMatchObject({
      form: 'Contact form',
      formId: 'contact',
      readAt: null,
      subject: 'New message from the SDC contact form',
      excerpt: 'Hello\nclub',
    });
    const { id } = submissions.find(({ from }) => from === 'Second') ?? {};
    expect((await admin.get(`${list}/${id}`)).body).toMatchObject({
      from: 'Second',
      replyTo: 'second@students.example',
      fields: [
        { name: 'name', label: 'Name', value: 'Second' },
        { name: 'email', label: 'Email', value: 'second@students.example' },
        { name: 'message', label: 'Message', value: 'Hello\nclub' },
        { name: 'extra', label: 'extra', value: 'kept' },
      ],
    });
    expect(submissions.find(({ formId }) => formId === 'survey')).toMatchObject({
      from: '',
      excerpt: '=HYPERLINK("http://evil.example")',
    });
  });

  it('pages through all messages without missing or repeating one', async () => {
    const seen: string[] = [];
    let cursor = '';
    for (;;) {
      const { submissions, nextCursor } = await page(admin, `?limit=1${cursor}`);
      seen.push(...submissions.map(({ id }) => id));
      if (!nextCursor) break;
      cursor = `&cursor=${nextCursor}`;
    }
    expect(seen).toEqual((await page(admin)).submissions.map(({ id }) => id));
  });

  it.each([
    ['uber', ['First']],
    ['Ｕ\u0308BER\u200b', ['First']],
    ['100%', ['First']],
    ['of_it', ['First']],
    ['o_it', []],
    ['%', []],
    ['\\', []],
    ['\0', []],
    ['\0second', ['Second', 'First']],
    ['line SECOND', ['First']],
    ['students.example second', ['Second', 'First']],
    ['nothing of the kind', []],
    ['"name"', []],
  ])('finds %j in any field, however it is typed', async (q, found) => {
    expect((await names(admin, `?q=${encodeURIComponent(q)}`)).toSorted()).toEqual(found.toSorted());
  });

  it('filters by form', async () => {
    expect((await page(admin, '?form=survey')).submissions).toHaveLength(1);
    expect((await page(admin, '?form=contact&q=kept')).submissions).toHaveLength(1);
    expect((await page(admin, '?form=test')).submissions).toHaveLength(0);
  });

  it('marks all messages as read up to the newest that was shown', async () => {
    const { newest } = await page(admin, '?q=nothing');
    await portal.visitor().post('/f/contact', contactMessage({ name: 'Later' }));
    expect((await admin.post(`${list}/read`, { newest })).body).toEqual({ changed: 4 });
    expect(await names(admin, '?state=unread')).toEqual(['Later']);
    expect(await page(admin)).toMatchObject({ unread: 1 });
    expect((await admin.post(`${list}/read`, { newest: 'abc' })).status).toBe(400);
    await portal.store.db.updateTable('form_submissions').set({ readAt: null }).execute();
    await portal.store.db.deleteFrom('form_submissions').where('sender', '=', 'Later').execute();
  });

  it.each([
    ['GET', `${list}?limit=101`, 400],
    ['GET', `${list}?cursor=abc`, 400],
    ['GET', `${list}?cursor=${Buffer.from('2026\u0000 x').toString('base64url')}`, 400],
    ['GET', `${list}/unknown`, 404],
    ['PATCH', `${list}/unknown`, 404],
  ])('answers %s %s with %i', async (method, path, status) => {
    const sending = method === 'PATCH' ? { body: { read: true } } : {};
    const refused = refusedWith(status, expect.any(String));
    expect(await admin.send(method, path, sending)).toMatchObject(refused);
  });

  it('exports the filtered messages, without formulas', async () => {
    const { text, headers } = await admin.get(`${list}.csv`);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const [head = ''] = text.split('\r\n');
    expect(head.replace('\uFEFF', '')).toBe(
      'Received,Form,Kind,Read,Answered,Subject,Reply to,Name,Email,GitHub Link,Message,Nickname,Mail,Year,Site,Wishes,Other fields',
    );
    expect(text).toContain(`"'=HYPERLINK(""http://evil.example"")"`);
    expect(text).toContain('"{""extra"":""kept""}"');
    expect(text).toContain('"ÜBER 100% of_it\nsecond line"');
    const filtered = (await admin.get(`${list}.csv?form=contact&q=second@students.example`)).text;
    expect(filtered.trim().split('\r\n')).toEqual([
      expect.stringMatching(/Message,Other fields$/),
      expect.stringContaining('Second'),
    ]);
  });
});

it('the inbox exports times as the club’s clock shows them', async () => {
  const env = { TIME_ZONE: 'America/St_Johns' };
  const { portal, administrator } = await openWithMembers('sqlite', [], { env });
  await addMessages(portal, 1);
  const times = { receivedAt: '2026-09-01T02:15:00.000Z', answeredAt: '2026-09-01T02:45:00.000Z' };
  await portal.store.db.updateTable('form_submissions').set(times).execute();
  const { text } = await administrator.get(`${list}.csv`);
  expect(text).toContain('\n2026-08-31T23:45:00.000-02:30,');
  expect(text).toContain(',2026-09-01T00:15:00.000-02:30,');
});

describeEachEngine('projects and questions', (engine) => {
  async function open() {
    const { portal, administrator: lead } = await openWithMembers(engine);
    const member = await registerPerson(portal);
    const githubLink = 'https://github.com/ravi/notes';
    // Only a member can submit a project, so a visitor's link is part of a question.
    await portal.visitor().post('/f/contact', contactMessage({ name: 'Asha', githubLink }));
    await member.post('/f/contact', contactMessage({ name: 'Ravi', githubLink }));
    const { submissions } = await page(lead);
    const ids = new Map(submissions.map(({ from, id }) => [from, id]));
    return {
      lead,
      of: async (kind: string) => (await names(lead, `?kind=${kind}`)).toSorted(),
      mark: async (name: string, body: object) =>
        (await lead.patch(`${list}/${ids.get(name)}`, body)).body as ReceivedSubmission,
    };
  }

  it('are told apart, and a question is open until it is answered', async () => {
    const { lead, of, mark } = await open();
    expect([await of('project'), await of('question')]).toEqual([['Ravi'], ['Asha']]);
    expect([await of('open'), await of('answered'), await of('any')]).toEqual([
      ['Asha'],
      [],
      ['Asha', 'Ravi'],
    ]);
    const answered = await mark('Asha', { answered: true });
    expect(answered).toMatchObject({ kind: 'question', answeredBy: 'Administrator', readAt: null });
    // A second click, or another administrator, does not change who answered and when.
    expect(await mark('Asha', { answered: true, read: true })).toMatchObject({
      answeredAt: answered.answeredAt,
      readAt: expect.any(String),
    });
    expect([await of('open'), await of('answered')]).toEqual([[], ['Asha']]);
    await mark('Ravi', { read: true });
    const csv = (await lead.get(`${list}.csv`)).text;
    expect(csv).toContain(`Question,yes,${inTimeZone(answered.answeredAt ?? '', ownTimeZone())}`);
    expect(csv).toContain('Project,yes,,');
    expect(await mark('Asha', { answered: false })).toMatchObject({ answeredAt: null, answeredBy: null });
    expect(await of('open')).toEqual(['Asha']);
  });

  it('a project is never marked as answered', async () => {
    const { of, mark } = await open();
    expect(await mark('Ravi', { answered: true })).toMatchObject({
      code: 'INVALID_INPUT',
      field: 'answered',
    });
    expect(await of('answered')).toEqual([]);
  });
});

it('the inbox exports more messages than one batch', async () => {
  const { portal, administrator: admin } = await openWithMembers('sqlite');
  const rows = await addMessages(portal, 1_001);
  const { text } = await admin.get(`${list}.csv`);
  const lines = text.trim().split('\r\n').slice(1);
  expect(new Set(lines).size).toBe(1_001);
  expect(lines[0]).toContain('number 1000');
  expect(await names(admin, '?limit=100')).toHaveLength(100);

  const found = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { submissions, nextCursor } = await page(admin, `?q=99&limit=7${cursor && `&cursor=${cursor}`}`);
    found.push(...submissions.map(({ excerpt }) => excerpt));
    cursor = nextCursor;
  }
  const texts = rows.map(({ searchText }) => searchText);
  expect(found).toEqual(texts.filter((text) => text.includes('99')).toReversed());
});

it('a search of a long inbox lets other requests run', async () => {
  const { portal } = await openWithMembers('sqlite');
  await addMessages(portal, 5_001);
  let turns = 0;
  let isSearching = true;
  const others = (async () => {
    for (; isSearching; turns += 1) await setImmediate();
  })();
  const filter = inboxFilter.parse({ q: 'nothing' });
  expect(await listSubmissions(portal.store.db, filter, { after: undefined, limit: 1 })).toEqual([]);
  isSearching = false;
  await others;
  expect(turns).toBeGreaterThanOrEqual(6);
});

async function addMessages(portal: TestApp, count: number) {
  const rows = Array.from({ length: count }, (_, index) => ({
    id: `id-${String(index).padStart(4, '0')}`,
    formId: 'gone',
    receivedAt: '2026-09-01T10:00:00.000Z',
    fields: JSON.stringify({ message: `number ${index}` }),
    readAt: null,
    subject: 's',
    replyTo: null,
    searchText: `number ${index}`,
    excerpt: `number ${index}`,
  }));
  for (const batch of chunk(rows))
    await portal.store.db.insertInto('form_submissions').values(batch).execute();
  return rows;
}
