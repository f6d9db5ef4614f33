import { expect, it } from 'vitest';
import { formFailures } from '#domain/forms.ts';
import { limits } from '#domain/limits.ts';
import { openTestApp, registerPerson, signInAdministrator, type TestApp } from '#tests/helpers/app.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { contactMessage } from '#tests/helpers/forms.ts';
import { everythingStored } from '#tests/helpers/records.ts';

/** A message takes at most this multiple of the sent bytes: its fields, its search text, its mails. */
const growth = 24;

/** The largest messages that the contact form accepts, of characters that grow in markup, JSON or mail. */
const largest = ['"', '<', 'İ', '👋', '\n', 'x'].map((character) => {
  const others = Array.from({ length: 18 }, (_, index) => [`other${index}`, character.repeat(20)]);
  return contactMessage({ ...Object.fromEntries(others), message: `a${character.repeat(9_000)}a` });
});

async function size(portal: TestApp): Promise<number> {
  const mails = await portal.mails();
  return JSON.stringify(await everythingStored(portal.store)).length + JSON.stringify(mails).length;
}

describeEachEngine('what a form receives', (engine) => {
  it('takes a bounded multiple of the sent bytes', async () => {
    const portal = await openTestApp(engine, { env: { CONTACT_INBOX: 'leads@club.example' } });
    for (const message of largest) {
      const before = await size(portal);
      expect((await portal.visitor().post('/f/contact', message)).status).toBe(200);
      const sent = Buffer.byteLength(JSON.stringify(message));
      expect((await size(portal)) - before, message.message?.slice(1, 3)).toBeLessThan(growth * sent);
      const stored = portal.store.db.selectFrom('form_submissions').orderBy('receivedAt', 'desc');
      const { bytes } = await stored.select('bytes').executeTakeFirstOrThrow();
      expect(bytes).toBeGreaterThan(9_000);
      expect(bytes).toBeLessThan(4 * limits.body);
    }
  });

  it('does not enlarge a page of the inbox, however long it is', async () => {
    const portal = await openTestApp(engine);
    const admin = await signInAdministrator(portal);
    for (let sent = 0; sent < 12; sent += 1) {
      const long = contactMessage({ name: 'n'.repeat(200), message: '👋'.repeat(10_000) });
      await portal.visitor().post('/f/contact', long);
    }
    const { text } = await admin.get('/api/admin/form-submissions?limit=100');
    expect(Buffer.byteLength(text)).toBeLessThan(12 * 2_000);
  });

  it('is refused from strangers once the inbox is full, and still accepted from members', async () => {
    const portal = await openTestApp(engine, { env: { INBOX_MB: '1' } });
    const member = await registerPerson(portal);
    await portal.visitor().post('/f/contact', contactMessage());
    const stored = portal.store.db.updateTable('form_submissions');
    await stored.set({ bytes: 1024 * 1024 }).execute();
    const refused = await portal.visitor().post('/f/contact', contactMessage());
    expect(refused).toMatchObject({ status: 503, body: { error: formFailures.full } });
    expect(refused.headers.get('retry-after')).toBe('3600');
    expect((await member.post('/f/contact', contactMessage())).status).toBe(200);
  });
});
