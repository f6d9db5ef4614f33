import { expect, it } from 'vitest';
import { mailBounds } from '#server/config/bounds.ts';
import { takeClock } from '#tests/helpers/clock.ts';
import { describeEachEngine, openTestStore } from '#tests/helpers/engines.ts';
import { createMailLimits, type MailCauses, type MailLimits, mailbox } from './mail-limits.ts';

const hour = 60 * 60 * 1000;

it.each([
  ['asha@students.example', 'asha@students.example'],
  ['Asha@Students.Example', 'asha@students.example'],
  ['asha+club@students.example', 'asha@students.example'],
  ['asha+a+b@students.example', 'asha@students.example'],
  ['"a@b"@students.example', '"a@b"@students.example'],
  ['ash.a@students.example', 'ash.a@students.example'],
  ['Ash.a+club@Gmail.com', 'asha@gmail.com'],
  ['a.s.h.a@googlemail.com', 'asha@gmail.com'],
  ['ash.a@gmail.com.example', 'ash.a@gmail.com.example'],
])('counts mails to %s as mails to %s', (email, counted) => {
  expect(mailbox(email)).toBe(counted);
});

/** How many of these mails are allowed, one after the other. */
async function sent(mails: MailLimits, count: number, causes: (n: number) => MailCauses) {
  let allowed = 0;
  for (let n = 0; n < count; n += 1) if (await mails.may('form-receipt', causes(n))) allowed += 1;
  return allowed;
}

describeEachEngine('mails', (engine) => {
  async function open(): Promise<MailLimits> {
    const { db } = await openTestStore(engine);
    return createMailLimits({ db, secret: 'a secret' });
  }

  it('are limited per mailbox and hour, for every spelling of the address and all senders', async () => {
    const clock = takeClock();
    const mails = await open();
    const to = (n: number) => ({
      to: `${n % 2 ? 'Victim' : 'victim'}+${n}@x.example`,
      sender: `192.0.2.${n}`,
    });
    expect(await sent(mails, 12, to)).toBe(mailBounds['form-receipt'].recipient?.points);
    expect(await mails.may('form-receipt', { to: 'other@x.example', sender: '192.0.2.1' })).toBe(true);
    clock.pass(hour + 1_000);
    expect(await mails.may('form-receipt', to(1))).toBe(true);
  });

  it('are limited per sender and hour, for all mailboxes', async () => {
    const mails = await open();
    const bound = mailBounds['form-receipt'].sender?.points ?? 0;
    expect(await sent(mails, bound + 5, (n) => ({ to: `a${n}@x.example`, sender: '192.0.2.1' }))).toBe(bound);
    expect(await mails.may('form-receipt', { to: 'b@x.example', sender: '192.0.2.2' })).toBe(true);
  });

  it('of an established account do not compete with the strangers at its address', async () => {
    const mails = await open();
    const sender = '192.0.2.1';
    const bound = mailBounds['password-reset'].sender?.points ?? 0;
    for (let n = 0; n <= bound; n += 1) {
      const box = { to: `box${n}@catch-all.example`, sender, share: 'confirmed' } as const;
      expect(await mails.may('password-reset', box)).toBe(n < bound);
    }
    const owner = { to: 'asha@students.example', sender } as const;
    expect(await mails.may('password-reset', { ...owner, share: 'established' })).toBe(true);
    expect(await mails.may('password-reset', { ...owner, share: 'confirmed' })).toBe(false);
    expect(await mails.may('password-reset', { ...owner, sender: '192.0.2.2' })).toBe(true);
  });

  it('are limited per hour in total, which is not blamed on the caller', async () => {
    const mails = await open();
    const bound = mailBounds['form-receipt'].total.points;
    expect(await sent(mails, bound + 5, () => ({}))).toBe(bound);
    await expect(mails.take('form-receipt', {})).rejects.toMatchObject({
      status: 503,
      code: 'TOO_BUSY',
      headers: { 'Retry-After': expect.stringMatching(/^3[56]\d\d$/) },
      message: 'The portal is very busy right now. Please try again in 1 hour.',
    });
    expect(await mails.may('form-message', {})).toBe(true);
    const share = mailBounds['form-message'].established?.points ?? 0;
    for (let n = 0; n < share; n += 1) await mails.may('form-message', { share: 'established' });
    await expect(mails.take('form-message', { share: 'established' })).rejects.toMatchObject({ status: 503 });
  });

  it('refused to one sender use up nothing of the total', async () => {
    const mails = await open();
    const kind = mailBounds['form-receipt'];
    const flood = kind.total.points + (kind.sender?.points ?? 0);
    await sent(mails, flood, (n) => ({ to: `a${n}@x.example`, sender: '192.0.2.1' }));
    expect(await mails.may('form-receipt', { to: 'b@x.example', sender: '192.0.2.2' })).toBe(true);
  });
});
