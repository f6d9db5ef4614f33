import { expect, it } from 'vitest';
import { openWithMembers } from '#tests/helpers/admin-api.ts';
import { adminPassword, registerPerson } from '#tests/helpers/app.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { mailedResetToken, requestReset, resetPassword, trySignIn } from '#tests/helpers/passwords.ts';
import { rowsOf } from '#tests/helpers/records.ts';
import { tokenIn } from '#tests/helpers/sent-mails.ts';
import { refusedWith } from '#tests/helpers/visitor.ts';
import { ensureAdministrator } from './administrator.ts';
import { handOver, setAdministratorEmail } from './hand-over.ts';

const newEmail = 'new-lead@club.example';

describeEachEngine('handing the portal over', (engine) => {
  it('signs the old lead out, and lets the new one choose a password by mail', async () => {
    const { portal, administrator: oldLead } = await openWithMembers(engine);
    const { store, config, content } = portal.deps;
    const { former, link } = await handOver({ store, config, club: content.club }, newEmail);
    expect(former).toBe(config.adminEmail);

    // The old lead: signed out, and neither the password nor a reset of the old address leads back.
    expect((await oldLead.get('/api/session')).body).toEqual({ user: null });
    expect(await rowsOf(store, 'known_devices')).toEqual([]);
    for (const email of [former, newEmail])
      expect((await trySignIn(portal, email, adminPassword)).status).toBe(401);
    await requestReset(portal, former);

    // The new lead: one mail, whose link sets the password once.
    const mails = await portal.mails();
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      [[newEmail], 'You are the administrator of SDC'],
    ]);
    const token = tokenIn(mails[0]);
    // Nobody who knows the address can end the link.
    await requestReset(portal, newEmail);
    expect(link).toBe(mails[0]?.links[0]);
    expect((await resetPassword(portal, token, 'chosen by the new lead')).status).toBe(200);
    expect((await resetPassword(portal, token, 'chosen by somebody else')).status).toBe(400);
    expect((await trySignIn(portal, newEmail, 'chosen by the new lead')).body).toMatchObject({
      user: { uid: config.adminUid, role: 'administrator' },
    });

    const log = await rowsOf(store, 'changes');
    expect(log.map(({ kind, fields }) => [kind, JSON.parse(fields)])).toEqual([
      ['administrator-changed', { email: { old: former, new: newEmail } }],
    ]);
  });
});

describeEachEngine('the administrator', (engine) => {
  it('changes the address and keeps password and sessions, but no link that was mailed before', async () => {
    const { portal, administrator: lead } = await openWithMembers(engine);
    const { adminUid, adminEmail } = portal.deps.config;
    const token = await mailedResetToken(portal, adminEmail);
    expect(await setAdministratorEmail(portal.store, adminUid, 'lead@club.example')).toBe(adminEmail);
    expect((await lead.get('/api/session')).body).toMatchObject({ user: { email: 'lead@club.example' } });
    expect(await resetPassword(portal, token)).toMatchObject(refusedWith(400, 'INVALID_TOKEN'));
    expect((await trySignIn(portal, 'lead@club.example', adminPassword)).status).toBe(200);
  });

  it('stays the only one, whatever ADMIN_UID and ADMIN_EMAIL are later', async () => {
    const { portal } = await openWithMembers(engine);
    const member = await registerPerson(portal);
    const { config } = portal.deps;
    for (const adminUid of ['another-admin', member.uid]) {
      const changed = { ...config, adminUid, adminEmail: 'another@club.example' };
      await expect(ensureAdministrator(portal.store, changed)).rejects.toThrow(
        `this portal's administrator has the id ${config.adminUid}`,
      );
    }
    expect(await rowsOf(portal.store, 'user')).toHaveLength(2);
    expect(await ensureAdministrator(portal.store, config)).toBeNull();
  });
});
