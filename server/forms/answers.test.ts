import { expect, it } from 'vitest';
import type { InboxPage, ReceivedSubmission } from '#domain/form-inbox.ts';
import { removeMembers } from '#server/accounts/removal.ts';
import { confirmEmail, registerPerson, signInAdministrator } from '#tests/helpers/app.ts';
import { describeEachEngine, type TestEngine } from '#tests/helpers/engines.ts';
import { contactMessage } from '#tests/helpers/forms.ts';
import { rowsOf } from '#tests/helpers/records.ts';
import { openWithSmtp } from '#tests/helpers/smtp-portal.ts';
import { refusedWith, type Visitor } from '#tests/helpers/visitor.ts';

const list = '/api/admin/form-submissions';
const canary = 'Buy now https://spam.example';

async function open(engine: TestEngine) {
  const { smtp, portal } = await openWithSmtp(engine, {
    env: { CONTACT_INBOX: 'club@club.example', RATE_LIMIT: 'off' },
  });
  const admin = await signInAdministrator(portal);
  /** Sends a message by the contact form. @returns its id */
  const send = async (sender: Visitor, fields: Record<string, string>) => {
    const { status } = await sender.post('/f/contact', contactMessage(fields));
    expect(status).toBe(200);
    const { submissions } = (await admin.get(`${list}?limit=1`)).body as InboxPage;
    return submissions[0]?.id ?? '';
  };
  const answer = (id: string, text: unknown = 'At noon.\n\nIn Lab 3.', actor: Visitor = admin) =>
    actor.post(`${list}/${id}/answer`, { text });
  /** The answers that have arrived at an address. */
  const arrived = async (address: string) => {
    await portal.deps.outbox.deliverDue();
    return smtp.arrived
      .filter(({ recipients, mail }) => recipients.includes(address) && mail.text?.includes('At noon.'))
      .map(({ mail }) => mail);
  };
  return { smtp, portal, admin, send, answer, arrived };
}

describeEachEngine('an answer to a message', (engine) => {
  it('goes by email, is kept with the message and the member, and marks the question as answered', async () => {
    const { portal, admin, send, answer, arrived } = await open(engine);
    const asha = await registerPerson(portal, { fullName: 'Asha Rao' });
    await confirmEmail(portal, asha.uid);
    const { email } = asha.registration;
    const id = await send(asha, { name: 'Asha', email, message: 'When do we meet?' });
    const waits = {
      readAt: null,
      answeredAt: null,
      answers: [],
      answering: { quotes: true, sendsMail: true },
    };
    expect((await admin.get(`${list}/${id}`)).body).toMatchObject(waits);
    const first = await answer(id);
    expect(first).toMatchObject({ status: 200, body: { answers: [{ state: 'waiting' }] } });
    const [mail, ...others] = await arrived(email);
    expect(others).toEqual([]);
    expect(mail?.subject).toMatch(/^Re: /);
    expect(mail?.replyTo).toMatchObject([{ address: 'club@club.example' }]);
    expect(mail?.text).toMatch(/^Hello Asha,[\s\S]*In Lab 3\.[\s\S]*When do we meet\?/);
    expect(mail?.headers.map(({ key }) => key)).not.toContain('auto-submitted');
    const kept = { text: 'At noon.\n\nIn Lab 3.', state: 'sent', by: expect.any(String) };
    expect((await admin.get(`${list}/${id}`)).body).toMatchObject({
      ...{ readAt: expect.any(String), answeredAt: expect.any(String), answers: [kept] },
      answering: { repliesTo: 'club@club.example' },
    });
    const ofMember = await admin.get(`/api/admin/members/${asha.uid}/answers`);
    expect(ofMember.body).toMatchObject({ answers: [{ ...kept, message: id }] });
    // A second press sends nothing, also in another window at the same time.
    expect((await Promise.all([answer(id), answer(id)])).map(({ status }) => status)).toEqual([200, 200]);
    expect(await arrived(email)).toHaveLength(1);
    const second = (await answer(id, 'At noon. Really.')).body as ReceivedSubmission;
    expect(second.answers.map(({ text }) => text)).toEqual([kept.text, 'At noon. Really.']);
    expect(await arrived(email)).toHaveLength(2);
    await removeMembers(portal.deps, [asha.uid], 'sdc-admin');
    expect(await rowsOf(portal.store, 'form_answers')).toEqual([]);
  });

  it('quotes nothing that the sender chose unless they have confirmed the address', async () => {
    const { portal, send, answer, arrived } = await open(engine);
    const victim = await registerPerson(portal);
    await confirmEmail(portal, victim.uid);
    const { email } = victim.registration;
    const other = await registerPerson(portal);
    const fields = { name: canary, email, message: canary, subject: canary, _subject: canary };
    for (const sender of [portal.visitor(), other]) {
      const id = await send(sender, fields);
      expect((await answer(id)).status).toBe(200);
    }
    const unconfirmed = await registerPerson(portal, { fullName: canary });
    const own = unconfirmed.registration.email;
    await answer(await send(unconfirmed, { ...fields, email: own }));
    const mails = [...(await arrived(email)), ...(await arrived(own))];
    expect(mails).toHaveLength(3);
    for (const { subject, text, html } of mails) expect(`${subject} ${text} ${html}`).not.toContain('spam');
    expect(mails[0]?.subject).toBe('An answer from SDC');
  });

  it('is refused without a text, an address or a message, and to everybody but administrators', async () => {
    const { portal, admin, send, answer } = await open(engine);
    const member = await registerPerson(portal);
    const id = await send(portal.visitor(), {});
    expect((await answer(id, 'Hello', portal.visitor())).status).toBe(401);
    expect((await answer(id, 'Hello', member)).status).toBe(403);
    for (const text of ['', ' \n', 'x'.repeat(5_001), null, 7])
      expect(await answer(id, text)).toMatchObject(refusedWith(400, 'INVALID_INPUT', { field: 'text' }));
    await portal.store.db.updateTable('form_submissions').set({ replyTo: null }).execute();
    expect(await answer(id)).toMatchObject(refusedWith(409, 'NO_ADDRESS'));
    await admin.patch(list, { ids: [id], deletedAt: null });
    expect((await answer(id)).status).toBe(404);
    expect(await rowsOf(portal.store, 'form_answers')).toEqual([]);
  });

  it('says when the address refuses it, and leaves a project to its review', async () => {
    const { smtp, portal, admin, send, answer, arrived } = await open(engine);
    const asha = await registerPerson(portal);
    const { email } = asha.registration;
    const id = await send(asha, { email, githubLink: 'https://github.com/asha/one', message: 'My project' });
    smtp.refuses = (address) => (address === email ? '550 5.1.1 No such user' : undefined);
    await answer(id);
    expect(await arrived(email)).toEqual([]);
    expect((await admin.get(`${list}/${id}`)).body).toMatchObject({
      ...{ kind: 'project', answeredAt: null, answers: [{ state: 'refused' }] },
    });
  });

  it('has its saved texts apart from those for feedback', async () => {
    const { portal, admin } = await open(engine);
    const url = '/api/admin/answer-snippets';
    expect((await admin.post(url, { text: 'Thank you.' })).body).toMatchObject({
      snippets: [{ text: 'Thank you.' }],
    });
    expect((await admin.get('/api/admin/review-snippets')).text).not.toContain('Thank you."');
    const { snippets } = (await admin.get(url)).body as { snippets: { id: string }[] };
    const id = snippets[0]?.id;
    expect((await admin.send('DELETE', `/api/admin/review-snippets/${id}`)).status).toBe(404);
    expect((await admin.send('DELETE', `${url}/${id}`)).body).toEqual({ snippets: [] });
    expect((await (await registerPerson(portal)).get(url)).status).toBe(403);
  });
});
