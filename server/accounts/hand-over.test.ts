import { expect, it } from 'vitest';
import {
  adminPassword,
  openTestApp,
  registerPerson,
  signIn,
  signInAdministrator,
} from '#tests/helpers/app.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { tokenIn } from '#tests/helpers/sent-mails.ts';
import { refusedWith } from '#tests/helpers/visitor.ts';
import { ensureAdministrator } from './administrator.ts';
import { handOver, setAdministratorEmail } from './hand-over.ts';

describeEachEngine('handing the portal over', (engine) => {
  it('signs the old lead out, and lets the new one choose a password by mail and reset a lost one', async () => {
    const portal = await openTestApp(engine);
    const { store } = portal;
    const { config, content } = portal.deps;
    const oldLead = await signInAdministrator(portal);
    const { former, link } = await handOver({ store, config, club: content.club }, 'new-lead@club.example');
    expect(former).toBe(config.adminEmail);

    // The old lead: signed out, and neither the password nor a reset of the old address leads back.
    expect((await oldLead.get('/api/session')).body).toEqual({ user: null });
    expect(await store.db.selectFrom('known_devices').selectAll().execute()).toEqual([]);
    await expect(signIn(portal, former, adminPassword)).rejects.toThrow('401');
    await expect(signIn(portal, 'new-lead@club.example', adminPassword)).rejects.toThrow('401');
    await portal.visitor().post('/api/auth/request-password-reset', { email: former });

    // The new lead: one mail, whose link sets the password once.
    const mails = await portal.mails();
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      [['new-lead@club.example'], 'You are the administrator of SDC'],
    ]);
    const token = tokenIn(mails[0]);
    expect(link).toBe(mails[0]?.links[0]);
    const choose = (newPassword: string) =>
      portal.visitor().post('/api/auth/reset-password', { token, newPassword });
    expect((await choose('chosen by the new lead')).status).toBe(200);
    expect((await choose('chosen by somebody else')).status).toBe(400);
    const newLead = await signIn(portal, 'new-lead@club.example', 'chosen by the new lead');
    expect((await newLead.get('/api/session')).body).toMatchObject({ user: { role: 'administrator' } });

    // A lost password: by mail, as for everybody.
    await portal.visitor().post('/api/auth/request-password-reset', { email: 'new-lead@club.example' });
    const reset = tokenIn((await portal.mails()).at(-1));
    const again = await portal
      .visitor()
      .post('/api/auth/reset-password', { token: reset, newPassword: 'a third one' });
    expect(again.status).toBe(200);
    expect(
      (await (await signIn(portal, 'new-lead@club.example', 'a third one')).get('/api/session')).body,
    ).toMatchObject({ user: { uid: config.adminUid } });

    const log = await store.db.selectFrom('changes').select(['kind', 'fields']).execute();
    expect(log.map(({ kind, fields }) => [kind, JSON.parse(fields)])).toEqual([
      ['administrator-changed', { email: { old: former, new: 'new-lead@club.example' } }],
    ]);
  });

  it('is refused for a member’s address, and changes nothing', async () => {
    const portal = await openTestApp(engine);
    const lead = await signInAdministrator(portal);
    const { registration } = await registerPerson(portal);
    const { config, content } = portal.deps;
    const attempt = handOver({ store: portal.store, config, club: content.club }, registration.email);
    await expect(attempt).rejects.toThrow("belongs to a member's account");
    expect((await lead.get('/api/session')).body).toMatchObject({ user: { role: 'administrator' } });
    expect(await portal.mails()).toEqual([]);
  });
});

describeEachEngine('the administrator', (engine) => {
  it('changes the address and keeps password and sessions', async () => {
    const portal = await openTestApp(engine);
    const lead = await signInAdministrator(portal);
    const { adminUid, adminEmail } = portal.deps.config;
    expect(await setAdministratorEmail(portal.store, adminUid, 'lead@club.example')).toBe(adminEmail);
    expect((await lead.get('/api/session')).body).toMatchObject({ user: { email: 'lead@club.example' } });
    expect((await signIn(portal, 'lead@club.example', adminPassword)).cookies.size).toBeGreaterThan(0);
  });

  it('gets no password from a link that was mailed to the former address', async () => {
    const portal = await openTestApp(engine);
    await signInAdministrator(portal);
    const { adminUid, adminEmail } = portal.deps.config;
    await portal.visitor().post('/api/auth/request-password-reset', { email: adminEmail });
    const token = tokenIn((await portal.mails()).at(-1));
    await setAdministratorEmail(portal.store, adminUid, 'lead@club.example');
    const used = await portal
      .visitor()
      .post('/api/auth/reset-password', { token, newPassword: 'a stolen one' });
    expect(used).toMatchObject(refusedWith(400, 'INVALID_TOKEN'));
  });

  it('stays the only one, whatever ADMIN_UID and ADMIN_EMAIL are later', async () => {
    const portal = await openTestApp(engine);
    await signInAdministrator(portal);
    const member = await registerPerson(portal);
    const { config } = portal.deps;
    for (const adminUid of ['another-admin', member.uid]) {
      const changed = { ...config, adminUid, adminEmail: 'another@club.example' };
      await expect(ensureAdministrator(portal.store, changed)).rejects.toThrow(
        `this portal's administrator has the id ${config.adminUid}`,
      );
    }
    expect(await portal.store.db.selectFrom('user').select('id').execute()).toHaveLength(2);
    expect(await ensureAdministrator(portal.store, config)).toBeNull();
  });
});
