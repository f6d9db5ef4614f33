import { describe, expect, it } from 'vitest';
import type { GroupMessage, RecipientsPage } from '#domain/group-messages.ts';
import { removeMembers } from '#server/accounts/removal.ts';
import { chooseMails } from '#server/mail/mail-choice.ts';
import {
  confirmEmail,
  registerPerson,
  signInAdministrator,
  type TestAppOptions,
} from '#tests/helpers/app.ts';
import { addRecords, newRecord } from '#tests/helpers/made-records.ts';
import { openWithSmtp } from '#tests/helpers/smtp-portal.ts';

const url = '/api/admin/messages';
const text = 'Hi {name}, see https://club.example/rooms <b>now</b>';

describe('a message by email', () => {
  async function open(options: TestAppOptions = {}) {
    const { portal, smtp } = await openWithSmtp('sqlite', options);
    const administrator = await signInAdministrator(portal);
    const send = async (message: object) => {
      const { body } = await administrator.post(url, { text, filter: {}, email: true, ...message });
      return body as GroupMessage;
    };
    /** The emails of messages that have arrived, by their recipients. */
    const arrived = async () => {
      await portal.deps.outbox.deliverDue();
      const mails = smtp.arrived.map(({ mail }) => mail);
      return mails.filter(({ subject }) => subject?.startsWith('A message from'));
    };
    return { smtp, portal, administrator, send, arrived };
  }

  it('has the text, escaped, for a confirmed address only, and a link that ends such emails alone', async () => {
    const { portal, send, arrived } = await open();
    const asha = await registerPerson(portal, { fullName: 'Asha Rao' });
    const stranger = await registerPerson(portal, { fullName: 'Buy https://spam.example' });
    await confirmEmail(portal, asha.uid);
    await send({});
    const mails = await arrived();
    const of = (email: string) => mails.find(({ to }) => to?.[0]?.address === email);
    const own = of(asha.registration.email);
    expect(own?.text).toContain('Hi Asha Rao, see https://club.example/rooms <b>now</b>');
    expect(own?.html).toContain('&lt;b&gt;now');
    expect(of(stranger.registration.email)?.text).not.toMatch(/spam|rooms/);

    const header = (name: string) => own?.headers.find(({ key }) => key === name)?.value ?? '';
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    const { pathname, search } = new URL(header('list-unsubscribe').replace(/^<|>$/g, ''));
    const click = {
      raw: 'List-Unsubscribe=One-Click',
      headers: { Origin: null, 'Content-Type': 'text/plain' },
    };
    expect((await portal.visitor().send('POST', `${pathname}${search}`, click)).status).toBe(200);
    const settings = { reviewMails: true, groupMessages: false };
    expect((await asha.get('/api/me/mail-settings')).body).toEqual(settings);
  });

  it('has a subject on one line, for a confirmed address only, and says of each recipient what became of it', async () => {
    const { smtp, portal, administrator, send, arrived } = await open();
    const people = await Promise.all(
      ['Asha Rao', 'Spam\r\nBcc: all@club.example', 'R. Ravi Iyer'].map((fullName) =>
        registerPerson(portal, { fullName }),
      ),
    );
    const [asha, stranger, ravi] = people;
    for (const person of [asha, ravi]) await confirmEmail(portal, person?.uid ?? '');
    const dead = ravi?.registration.email;
    smtp.refuses = (address) => (address === dead ? '550 5.1.1 No such user' : undefined);
    await arrived();
    const subject = 'Room B,\r\nBcc: all@club.example {firstName}';
    const { id, ...sent } = await send({ subject });
    expect(sent.subject).toBe('Room B, Bcc: all@club.example {firstName}');
    await portal.deps.outbox.deliverDue();
    const to = (person: typeof asha) =>
      smtp.arrived
        .filter(({ recipients }) => recipients.includes(person?.registration.email ?? ''))
        .map(({ mail }) => mail.subject);
    expect(to(asha)).toContain('Room B, Bcc: all@club.example Asha');
    expect(to(stranger)).toContain('A message from SDC');
    expect(smtp.arrived.every(({ recipients }) => recipients.length === 1)).toBe(true);
    const { body } = await administrator.get(`${url}/${id}/recipients`);
    const mails = (body as RecipientsPage).recipients.map(({ uid, mail }) => [uid, mail]);
    expect(Object.fromEntries(mails)).toEqual({
      ...{ [asha?.uid ?? '']: 'sent', [stranger?.uid ?? '']: 'sent', [ravi?.uid ?? '']: 'refused' },
    });
    const test = { subject: 'For {firstName}', text, uids: [ravi?.uid] };
    await administrator.post('/api/admin/message-test', test);
    await portal.deps.outbox.deliverDue();
    expect(smtp.arrived.map(({ mail }) => mail.subject)).toContain('For Ravi');
  });

  it('goes to its sender alone as a test', async () => {
    const { portal, administrator, arrived } = await open();
    await addRecords(portal.store, [newRecord({ fullName: 'Ravi Iyer' })]);
    const { body } = await administrator.post('/api/admin/message-test', { text, filter: {} });
    expect(body).toEqual({ to: portal.deps.config.adminEmail });
    const mails = await arrived();
    expect(mails.map(({ to }) => to?.[0]?.address)).toEqual([portal.deps.config.adminEmail]);
    expect(mails[0]?.text).toContain('Hi Ravi Iyer');
    expect(mails[0]?.headers.map(({ key }) => key)).not.toContain('list-unsubscribe');
  });

  it('is stopped, continued, corrected before it is sent, and ended by withdrawal', async () => {
    const { portal, administrator, send, arrived } = await open({ env: { BULK_MAIL_PER_DAY: '3' } });
    await addRecords(
      portal.store,
      Array.from({ length: 5 }, () => newRecord()),
    );
    await portal.store.db.updateTable('user').set({ emailVerified: true }).execute();
    const { id, emails } = await send({ text: 'Room A.' });
    expect(emails).toMatchObject({ total: 5, sent: 0, waiting: 5 });
    const choose = async (stopped: boolean) =>
      (await administrator.patch(`${url}/${id}/emails`, { stopped })).body as GroupMessage;
    expect((await choose(true)).emails).toMatchObject({ waiting: 0, stopped: 5 });
    expect(await arrived()).toEqual([]);
    await administrator.patch(`${url}/${id}`, { text: 'Room B.', shown: { text: 'Room A.' } });
    expect((await choose(false)).emails).toMatchObject({ waiting: 5, perDay: 3 });
    const mails = await arrived();
    expect(mails).toHaveLength(3);
    for (const mail of mails) expect(mail.text).toContain('Room B.');
    await administrator.send('DELETE', `${url}/${id}`);
    const [message] = ((await administrator.get(url)).body as { messages: GroupMessage[] }).messages;
    expect(message?.emails).toMatchObject({ sent: 3, waiting: 0, stopped: 2 });
    expect((await administrator.patch(`${url}/${id}/emails`, { stopped: false })).status).toBe(409);
  });

  it('leaves out who unsubscribes before it is written, and everybody once the message has ended', async () => {
    const { portal, smtp, send, arrived } = await open();
    await addRecords(
      portal.store,
      ['stays', 'unsubscribes'].map((uid) => newRecord({ uid })),
    );
    await send({ text: 'First.' });
    await chooseMails(portal.store.db, 'unsubscribes', 'group-message', false);
    // The other kind is a choice apart.
    for (const uid of ['stays', 'unsubscribes']) await chooseMails(portal.store.db, uid, 'review', false);
    await arrived();
    const soon = new Date(Date.now() + 60_000).toISOString();
    const { id, emails } = await send({ text: 'Second.', endsAt: soon });
    expect(emails).toMatchObject({ total: 1 });
    const past = new Date(0).toISOString();
    await portal.store.db.updateTable('group_messages').set({ endsAt: past }).where('id', '=', id).execute();
    await arrived();
    expect(smtp.arrived.flatMap(({ recipients }) => recipients)).toEqual(['stays@students.example']);
  });

  it('skips who has left, and names who could not be reached', async () => {
    const { portal, administrator, send, arrived } = await open();
    await addRecords(
      portal.store,
      ['a', 'b', 'leaves'].map((uid) => newRecord({ uid, fullName: uid })),
    );
    const { id } = await send({});
    await removeMembers(portal.deps, ['leaves'], 'sdc-admin');
    await arrived();
    await portal.store.db
      .updateTable('mail_outbox')
      .set({ state: 'failed' })
      .where('to', '=', 'b@students.example')
      .execute();
    const { body } = await administrator.get(`${url}/${id}/recipients?unreached=true`);
    const recipients = [{ uid: 'b', email: 'b@students.example' }];
    expect(body).toMatchObject({ total: 1, recipients });
    const [message] = ((await administrator.get(url)).body as { messages: GroupMessage[] }).messages;
    expect(message?.emails).toMatchObject({ total: 2, sent: 1, failed: 1 });
  });
});
