import { describe, expect, it, vi } from 'vitest';
import { readEvents } from '#tests/helpers/event-reader.ts';
import { placeVariables, runPortal } from '#tests/helpers/portal-command.ts';
import { administratorRemotely, type RemoteVisitor, remoteVisitor } from '#tests/helpers/remote-visitor.ts';
import { readOutbox, tokenIn } from '#tests/helpers/sent-mails.ts';
import { openTestPortal } from '#tests/helpers/test-portal.ts';

/** docs/operations.md, "Hand over", with the commands on a portal that is running. */
describe('a hand-over', () => {
  it('ends the old lead, lets the new one in, and a lost password is replaced by mail or on the machine', async () => {
    const portal = await openTestPortal('sqlite');
    const env = placeVariables(portal);
    const signIn = (adminEmail: string, adminPassword: string) =>
      administratorRemotely({ adminEmail, adminPassword }, portal.url);
    const isSignedIn = async (visitor: RemoteVisitor) =>
      (await visitor.send('GET', '/api/admin/members')).status === 200;
    const choose = async (token: string, newPassword: string) =>
      (await remoteVisitor(portal.url).send('POST', '/api/auth/reset-password', { token, newPassword }))
        .status;

    const oldLead = await signIn(portal.adminEmail, portal.adminPassword);
    const page = await readEvents(`${portal.url}/api/admin/events`, oldLead);
    expect((await page.next())?.name).toBe('ready');
    const handOver = await runPortal(['admin', 'hand-over', 'next@club.example'], env);
    expect(handOver).toMatchObject({ code: 0, out: expect.stringContaining(`was ${portal.adminEmail}`) });

    // The old lead: the open page ends, and neither the session nor the password works.
    while (await page.next());
    expect(await isSignedIn(oldLead)).toBe(false);
    await expect(signIn(portal.adminEmail, portal.adminPassword)).rejects.toThrow('401');
    await expect(signIn('next@club.example', portal.adminPassword)).rejects.toThrow('401');

    // The new lead: the link that the command printed, once.
    const token = new URL(handOver.out.match(/https?:\S+/)?.[0] ?? '').searchParams.get('token') ?? '';
    expect(await choose(token, 'chosen by the new lead')).toBe(200);
    expect(await choose(token, 'chosen by somebody else')).toBe(400);
    await signIn('next@club.example', 'chosen by the new lead');

    // A lost password: a link by mail.
    await remoteVisitor(portal.url).send('POST', '/api/auth/request-password-reset', {
      email: 'next@club.example',
    });
    const reset = await vi.waitFor(async () => {
      const mails = (await readOutbox(portal.dataDir)).filter(({ text }) => text.includes('/reset-password'));
      // The other one is about the hand-over. Both may be sent at the same moment, in either order.
      expect(mails).toHaveLength(2);
      return mails.find((mail) => tokenIn(mail) !== token);
    }, 60_000);
    expect(await choose(tokenIn(reset), 'a password by mail')).toBe(200);
    const newLead = await signIn('next@club.example', 'a password by mail');

    // The mailbox lost as well. There is no second factor; access to the machine takes its place.
    const printed = (await runPortal(['admin', 'reset-password'], env)).out;
    expect(await isSignedIn(newLead)).toBe(false);
    await expect(signIn('next@club.example', 'a password by mail')).rejects.toThrow('401');
    const [, password = ''] = /New password \(shown once\): (\S+)/.exec(printed) ?? [];
    expect(await isSignedIn(await signIn('next@club.example', password))).toBe(true);
  });
});
