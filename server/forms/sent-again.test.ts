import { expect, it } from 'vitest';
import { openTestApp, registerPerson } from '#tests/helpers/app.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { contactMessage } from '#tests/helpers/forms.ts';
import { rowsOf } from '#tests/helpers/records.ts';

describeEachEngine('a message that is sent again', (engine) => {
  it.each(['a visitor', 'a member'])(
    'is stored and mailed once, also at the same time: %s',
    async (sender) => {
      const portal = await openTestApp(engine, { env: { CONTACT_INBOX: 'club@sdc.example' } });
      const person = sender === 'a visitor' ? portal.visitor() : await registerPerson(portal);
      const mails = async () => (await rowsOf(portal.store, 'mail_outbox')).length;
      const before = await mails();
      const send = (id: string) => person.post('/f/contact', contactMessage({ _id: id }));
      const answers = [
        await send('a'.repeat(32)),
        ...(await Promise.all([send('b'.repeat(32)), send('b'.repeat(32))])),
      ];
      const afterOnce = await mails();
      answers.push(await send('a'.repeat(32)), await send('b'.repeat(32)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
      expect(await rowsOf(portal.store, 'form_submissions')).toHaveLength(2);
      expect(afterOnce).toBeGreaterThan(before);
      expect(await mails()).toBe(afterOnce);
    },
  );
});
