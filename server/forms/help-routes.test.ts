import { expect, it } from 'vitest';
import { inboxPage, type ReceivedSubmission } from '#domain/form-inbox.ts';
import { requestBounds } from '#server/config/bounds.ts';
import { openActors, openTestApp, signInAdministrator } from '#tests/helpers/app.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { exhaust } from '#tests/helpers/limits.ts';
import { rowsOf } from '#tests/helpers/records.ts';
import { refusedWith } from '#tests/helpers/visitor.ts';

const help = { email: 'lost@students.example', message: 'I lost my phone.\nWhat now?' };
const inbox = '/api/admin/form-submissions';

describeEachEngine('a message of somebody who cannot sign in', (engine) => {
  it('lands in the inbox as help, and in the mailbox of the club', async () => {
    const portal = await openTestApp(engine, { env: { CONTACT_INBOX: 'club@club.example' } });
    expect((await portal.visitor().post('/api/help', help)).status).toBe(200);
    const administrator = await signInAdministrator(portal);
    const page = inboxPage.parse((await administrator.get(`${inbox}?form=help&kind=open`)).body);
    expect(page.forms).toContainEqual({ id: 'help', title: 'Help' });
    expect(page.submissions).toMatchObject([{ form: 'Help', kind: 'question', from: help.email }]);
    const { body } = await administrator.get(`${inbox}/${page.submissions[0]?.id}`);
    expect(body as ReceivedSubmission).toMatchObject({ replyTo: help.email, memberUid: null });
    const [mail] = (await portal.mails()).filter(({ to }) => to.includes('club@club.example'));
    expect(mail?.subject).toBe('Help with signing in');
    expect(mail?.text).toContain('I lost my phone.');
    // The receipt repeats nothing that a stranger could choose.
    const [receipt] = (await portal.mails()).filter(({ to }) => to.includes(help.email));
    expect(receipt?.text).not.toContain('phone');
  });

  it('counts against the limit of anonymous messages', async () => {
    const portal = await openTestApp(engine);
    const visitor = portal.visitor('203.0.113.7');
    await exhaust(portal, 'form', '203.0.113.7', requestBounds.form, 1);
    expect((await visitor.post('/api/help', help)).status).toBe(200);
    const refused = await visitor.post('/api/help', help);
    expect(refused).toMatchObject(refusedWith(429, 'TOO_MANY_ATTEMPTS'));
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect((await portal.visitor('198.51.100.9').post('/api/help', help)).status).toBe(200);
  });
});

it('is tied to no account, even if its sender is signed in', async () => {
  const portal = await openTestApp('sqlite');
  const actors = await openActors(portal);
  for (const actor of Object.values(actors)) {
    expect((await actor.post('/api/help', help)).status).toBe(200);
  }
  const rows = await rowsOf(portal.store, 'form_submissions');
  expect(rows.map(({ memberUid }) => memberUid)).toEqual(Object.keys(actors).map(() => null));
});

it.each([
  ['email', { ...help, email: 'nobody' }],
  ['email', { message: 'Hi' }],
  ['message', { ...help, message: ' ' }],
  ['message', { ...help, message: 'x'.repeat(10_001) }],
])('is refused with a bad %s', async (field, body) => {
  const portal = await openTestApp('sqlite');
  expect(await portal.visitor().post('/api/help', body)).toMatchObject({ status: 400, body: { field } });
  expect(await rowsOf(portal.store, 'form_submissions')).toEqual([]);
});

it('is refused while the inbox is full', async () => {
  const portal = await openTestApp('sqlite', { env: { INBOX_MB: '1' } });
  await portal.store.db
    .updateTable('inbox_total')
    .set({ bytes: 2 ** 20 })
    .execute();
  expect(await portal.visitor().post('/api/help', help)).toMatchObject(refusedWith(503, 'TOO_BUSY'));
});
