import { beforeEach, describe, expect, it } from 'vitest';
import { registerPerson, type TestApp } from '#tests/helpers/app.ts';
import { cleanUpAfterwards } from '#tests/helpers/clean-up.ts';
import { contactMessage } from '#tests/helpers/forms.ts';
import { requestReset } from '#tests/helpers/passwords.ts';
import { rowsOf } from '#tests/helpers/records.ts';
import { scriptedParts } from '#tests/helpers/scripted-outbox.ts';
import type { ArrivedMail, SmtpMood, TestSmtp } from '#tests/helpers/smtp.ts';
import { openWithSmtp } from '#tests/helpers/smtp-portal.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import { createSmtpTransport } from './transports.ts';

const inbox = 'leads@club.example';

describe('mail by SMTP', () => {
  let smtp: TestSmtp;
  let portal: TestApp;
  /** Sends what the portal has queued, with a clock that the test moves forward. */
  let outbox: Outbox;
  let ahead: number;

  beforeEach(async () => {
    ({ smtp, portal } = await openWithSmtp('sqlite', { env: { CONTACT_INBOX: inbox } }));
    ahead = 0;
    outbox = openOutbox();
  });

  /** @param send how long a mail may take, in milliseconds */
  function openOutbox(send = 60_000): Outbox {
    const { config, log, store } = portal.deps;
    const transport = createSmtpTransport(smtp.url, config);
    const now = () => Date.now() + ahead;
    const opened = createOutbox({ ...scriptedParts(store), transport, log, pace: { send }, now });
    cleanUpAfterwards(opened.stop);
    return opened;
  }

  /** The mails so far, except those that confirm an address at registration. */
  async function deliver(): Promise<ArrivedMail[]> {
    await portal.deps.background.idle();
    await outbox.deliverDue();
    return smtp.arrived.filter(({ mail }) => !mail.subject?.startsWith('Confirm your email address'));
  }

  async function send(message: Record<string, string> = {}): Promise<number> {
    return (await portal.visitor().post('/f/contact', contactMessage(message))).status;
  }

  it('has the headers and both bodies that a reader expects', async () => {
    const message = {
      name: 'Zoë "Z" <zoe@evil.example>',
      message: 'First line\n<b>bold</b> & "quoted"',
      subject: 'Über ein Projekt',
      githubLink: 'https://github.com/a/b?c=d&e=f',
    };
    expect(await send(message)).toBe(200);
    const arrived = await deliver();
    expect(arrived).toHaveLength(2);

    const toClub = arrived.find(({ recipients }) => recipients.includes(inbox));
    expect(toClub?.recipients).toEqual([inbox]);
    expect(toClub?.mail).toMatchObject({
      from: { address: 'portal@sdc.example', name: 'SDC Portal' },
      to: [{ address: inbox }],
      replyTo: [{ address: 'asha@students.example' }],
      subject: 'Über ein Projekt',
      messageId: expect.stringMatching(/^<[0-9a-f]{32}@portal\.test>$/),
    });
    expect(Date.parse(toClub?.mail.date ?? '')).not.toBeNaN();
    for (const text of ['First line\n<b>bold</b> & "quoted"', 'https://github.com/a/b?c=d&e=f', 'Zoë "Z"']) {
      expect(toClub?.mail.text).toContain(text);
    }
    expect(toClub?.mail.html).toContain(
      'First line</bdi><br>\n<bdi>&lt;b&gt;bold&lt;/b&gt; &amp; &quot;quoted&quot;',
    );
    expect(toClub?.mail.html).not.toContain('<b>');
    // A person wrote it.
    expect(toClub?.mail.headers.map(({ key }) => key)).not.toContain('auto-submitted');

    const receipt = arrived.find(({ recipients }) => !recipients.includes(inbox));
    expect(receipt?.recipients).toEqual(['asha@students.example']);
    expect(receipt?.mail).toMatchObject({
      replyTo: [{ address: inbox }],
      subject: 'SDC has received your message',
    });
    expect(receipt?.mail.headers).toContainEqual(
      expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
    );
    for (const body of [receipt?.mail.text, receipt?.mail.html])
      expect(body).toContain('Software Development Club');
  });

  it('accepts no injected header or recipient', async () => {
    const evil = 'A\r\nBcc: victim@x.example\r\n\r\nhidden';
    const attempts: Record<string, string>[] = [
      { email: `a@b.example\r\nBcc: victim@x.example` },
      { email: 'a@b.example, victim@x.example' },
      { _replyto: 'a@b.example\nBcc: victim@x.example' },
    ];
    for (const attempt of attempts) expect(await send(attempt)).toBe(422);
    // Pasted lines become one.
    for (const pasted of [{ name: evil }, { subject: evil }]) expect(await send(pasted)).toBe(200);
    await send({ _subject: evil, [evil]: evil });
    const arrived = await deliver();
    const receivers = arrived.flatMap(({ recipients }) => recipients);
    expect([...new Set(receivers)].toSorted()).toEqual(['asha@students.example', inbox]);
    expect(receivers).toHaveLength(6);
    for (const { mail } of arrived) {
      expect(mail.bcc ?? []).toEqual([]);
      expect(mail.headers.map(({ key }) => key)).not.toContain('bcc');
    }
    expect(arrived.findLast(({ recipients }) => recipients[0] === inbox)?.mail.subject).toBe(
      'A Bcc: victim@x.example hidden',
    );
  });

  it.each<SmtpMood>(['refuse', 'hang', 'die'])(
    'loses nothing, sends nothing twice and keeps nobody waiting when the server would %s',
    async (mood) => {
      smtp.mood = mood;
      // A mail that arrives may take longer than this on a busy machine.
      outbox = openOutbox(1_000);
      const person = await registerPerson(portal);
      expect(await send()).toBe(200);
      const delivery = deliver();
      // Requests are answered although the mail server fails.
      await expect.poll(() => smtp.attempts(), { timeout: 15_000 }).toBeGreaterThan(0);
      expect(await send({ name: 'Second' })).toBe(200);
      expect((await requestReset(portal, person.registration.email)).status).toBe(200);
      await delivery;
      await deliver();
      expect(smtp.arrived).toEqual([]);
      const waiting = Array(6).fill({ state: 'waiting' });
      expect(await rowsOf(portal.store, 'mail_outbox')).toMatchObject(waiting);

      smtp.mood = 'take';
      outbox = openOutbox();
      ahead += 31_000;
      await deliver();
      await deliver();
      const ids = smtp.arrived.map(({ mail }) => mail.messageId);
      expect(ids).toHaveLength(6);
      expect(new Set(ids).size).toBe(6);
    },
  );
});
