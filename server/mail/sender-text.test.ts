import { beforeEach, describe, expect, it } from 'vitest';
import { mailBounds } from '#server/config/bounds.ts';
import { registerPerson, type TestApp } from '#tests/helpers/app.ts';
import { saveProfile } from '#tests/helpers/email-change.ts';
import { contactMessage } from '#tests/helpers/forms.ts';
import { requestReset } from '#tests/helpers/passwords.ts';
import { openWithSmtp } from '#tests/helpers/smtp-portal.ts';
import { refusedWith } from '#tests/helpers/visitor.ts';

/** A text chosen by a sender, in every field that a mail could print. */
const payload = 'Win-a-phone-at-evil-example';
const inbox = 'leads@club.example';

describe('what a sender chose', () => {
  let portal: TestApp;
  let arrived: Awaited<ReturnType<typeof openWithSmtp>>['arrived'];

  beforeEach(async () => {
    ({ portal, arrived } = await openWithSmtp('sqlite', { env: { CONTACT_INBOX: inbox } }));
  });

  it('appears in no mail to an unconfirmed address', async () => {
    const person = await registerPerson(portal, {
      fullName: payload,
      email: 'victim@x.example',
      studentId: payload.slice(0, 20),
    });
    await requestReset(portal, 'victim@x.example');
    await portal.deps.background.idle();
    const change = { fullName: payload, email: `${payload}@evil.example`.toLowerCase() };
    expect((await saveProfile(person, change)).status).toBe(200);
    expect((await person.post('/api/me/confirmation-mail', {})).status).toBe(200);
    const form = contactMessage({
      name: payload,
      email: 'victim@x.example',
      message: payload,
      subject: payload,
      _subject: payload,
      _replyto: 'victim@x.example',
      githubLink: `https://evil.example/${payload}`,
      [payload]: payload,
    });
    expect((await portal.visitor().post('/f/contact', form)).status).toBe(200);

    const mails = await arrived();
    const toVictim = mails.filter(({ recipients }) => recipients.includes('victim@x.example'));
    expect(toVictim.map(({ mail }) => mail.subject)).toEqual(
      expect.arrayContaining([
        'Confirm your email address for SDC',
        'Reset your SDC password',
        'The email address of your SDC account was changed',
        'SDC has received your message',
      ]),
    );
    for (const { recipients, mail } of mails.filter((one) => !one.recipients.includes(inbox))) {
      // A mail has to name the address that it goes to.
      const own = recipients.join(' ').toLowerCase();
      for (const text of [mail.subject, mail.text, mail.html, JSON.stringify(mail.headers)]) {
        const rest = (text ?? '').toLowerCase().replaceAll(own, '');
        expect(rest, mail.subject).not.toContain(payload.toLowerCase());
        expect(rest, mail.subject).not.toContain('evil.example');
      }
    }
  });

  it('cannot be mailed to one victim repeatedly by changing the address', async () => {
    const statuses: number[] = [];
    for (let account = 0; account < 4; account += 1) {
      let email = `victim+${account}@x.example`;
      const person = await registerPerson(portal, { email });
      for (let change = 0; change < 6; change += 1) {
        const next = change % 2 ? `victim+${account}@x.example` : `thief${account}.${change}@evil.example`;
        const answer = await saveProfile(person, { email: next });
        statuses.push(answer.status);
        if (answer.status === 200) {
          email = next;
          continue;
        }
        const message = expect.stringMatching(
          /^The email address was changed too often\. You can change it again in /,
        );
        expect(answer).toMatchObject(refusedWith(429, 'TOO_MANY_ATTEMPTS', { message }));
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
        expect((await person.get('/api/me')).body).toMatchObject({ email });
      }
    }
    // The account's own bound comes before that of the mailbox.
    expect(statuses.slice(0, 6)).toEqual([200, 200, 200, 200, 200, 429]);
    const mails = (await arrived()).filter(({ recipients }) => /^victim/.test(recipients[0] ?? ''));
    const bounds = ['email-changed', 'confirm-email'] as const;
    const most = bounds.reduce((sum, kind) => sum + (mailBounds[kind].recipient?.points ?? 0), 0);
    expect(mails.length).toBeLessThanOrEqual(most);
  });

  it('reaches the owner of a confirmed address: the new address', async () => {
    const person = await registerPerson(portal);
    const { email } = person.registration;
    const token = /token=([\w-]+)/.exec((await arrived())[0]?.mail.text ?? '')?.[1];
    expect((await portal.visitor().post('/api/auth/confirm-email', { token })).status).toBe(200);
    await saveProfile(person, { email: 'new@students.example' });
    const notice = (await arrived()).findLast(({ recipients }) => recipients.includes(email));
    expect(notice?.mail.text).toContain('was changed to new@students.example.');
    expect(notice?.mail.html).toContain('href="http://portal.test/restore-email?token=');
  });
});
