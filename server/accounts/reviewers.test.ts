import { expect, it } from 'vitest';
import type { InvitationLink, ReviewerList } from '#domain/reviewers.ts';
import { reviewerRefusals } from '#domain/reviewers.ts';
import {
  adminPassword,
  openTestApp,
  registerPerson,
  signIn,
  signInAdministrator,
  signInReviewer,
  type TestApp,
} from '#tests/helpers/app.ts';
import { takeClock } from '#tests/helpers/clock.ts';
import { saveProfile } from '#tests/helpers/email-change.ts';
import { describeEachEngine, type TestEngine } from '#tests/helpers/engines.ts';
import { openLive } from '#tests/helpers/live-portal.ts';
import { trySignIn } from '#tests/helpers/passwords.ts';
import { rowsOf } from '#tests/helpers/records.ts';
import { tokenIn } from '#tests/helpers/sent-mails.ts';
import { hoursFromNow, saveSettings } from '#tests/helpers/settings.ts';
import { refusedWith, type Visitor } from '#tests/helpers/visitor.ts';

const email = 'ravi@club.example';
const password = 'a password of my own';
const day = 24 * 60 * 60 * 1000;

async function open(engine: TestEngine) {
  const portal = await openTestApp(engine);
  return { portal, administrator: await signInAdministrator(portal) };
}

async function invite(portal: TestApp, administrator: Visitor, to = email): Promise<string> {
  const { status, text } = await administrator.post('/api/admin/reviewers', { email: to });
  if (status !== 200) throw new Error(`POST /api/admin/reviewers: ${status} ${text}`);
  return tokenIn((await portal.mails()).findLast((mail) => mail.to.includes(to)));
}

function accept(visitor: Visitor, token: string, more: object = {}) {
  return visitor.post('/api/reviewers/accept', { token, name: 'Ravi Menon', password, ...more });
}

async function listed(administrator: Visitor): Promise<ReviewerList> {
  return (await administrator.get('/api/admin/reviewers')).body as ReviewerList;
}

const dead = refusedWith(400, 'INVALID_TOKEN', { message: reviewerRefusals.linkInvalid });

describeEachEngine('an invitation', (engine) => {
  it('makes a reviewer with a new account, once', async () => {
    const { portal, administrator } = await open(engine);
    const token = await invite(portal, administrator);
    expect(await listed(administrator)).toMatchObject({
      reviewers: [],
      invitations: [{ email, mail: 'sent' }],
    });
    const ravi = portal.visitor();
    const checked = await ravi.post('/api/reviewers/check', { token });
    expect(checked.body).toEqual({ email, name: null });
    for (const [field, wrong] of Object.entries({ name: ' ', password: 'short' }))
      expect(await accept(ravi, token, { [field]: wrong })).toMatchObject(
        refusedWith(400, 'INVALID_INPUT', { field }),
      );
    const user = { email, displayName: 'Ravi Menon', role: 'reviewer' };
    expect(await accept(ravi, token)).toMatchObject({ status: 200, body: { user } });
    expect((await ravi.get('/api/session')).body).toMatchObject({ user });
    expect((await trySignIn(portal, email, password)).body).toMatchObject({ user });
    // Not even with the words of the spec's administrator.
    expect((await portal.visitor().post('/api/admin/sign-in', { email, password })).status).toBe(401);

    expect(await accept(portal.visitor(), token)).toMatchObject(dead);
    expect(await portal.visitor().post('/api/reviewers/check', { token })).toMatchObject(dead);
    expect(await listed(administrator)).toMatchObject({
      reviewers: [{ name: 'Ravi Menon', email, member: false }],
      invitations: [],
    });
    // No record, and none to recover.
    expect((await ravi.get('/api/me')).status).toBe(404);
    expect(await ravi.put('/api/me/recovery', { shown: {} })).toMatchObject(
      refusedWith(409, 'NO_RECORD_KEPT'),
    );
    expect(await administrator.post('/api/admin/reviewers', { email })).toMatchObject(
      refusedWith(409, 'STAFF_ACCOUNT', { message: reviewerRefusals.already }),
    );
  });

  it('of two uses together, one makes an account', async () => {
    const { portal, administrator } = await open(engine);
    const token = await invite(portal, administrator);
    const answers = await Promise.all([1, 2, 3].map(() => accept(portal.visitor(), token)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
    expect((await listed(administrator)).reviewers).toHaveLength(1);
  });

  it('dies after seven days, when it is revoked, and when it is sent again', async () => {
    const clock = takeClock();
    const { portal, administrator } = await open(engine);
    const first = await invite(portal, administrator);
    const second = await invite(portal, administrator);
    expect(await accept(portal.visitor(), first)).toMatchObject(dead);
    const { invitations } = await listed(administrator);
    expect(invitations).toHaveLength(1);
    const address = `/api/admin/invitations/${invitations[0]?.id}`;
    expect((await administrator.send('DELETE', address)).status).toBe(200);
    expect(await accept(portal.visitor(), second)).toMatchObject(dead);
    expect(await administrator.send('DELETE', address)).toMatchObject(
      refusedWith(404, 'NOT_FOUND', { message: reviewerRefusals.invitationMissing }),
    );
    const third = await invite(portal, administrator);
    clock.pass(7 * day + 1000);
    expect(await accept(portal.visitor(), third)).toMatchObject(dead);
    expect((await listed(await signInAdministrator(portal))).invitations).toEqual([]);
  });

  it('is shown to hand over, and works for whom it was forwarded to, under the invited address only', async () => {
    const { portal, administrator } = await open(engine);
    const { body } = await administrator.post('/api/admin/reviewers', { email: `  ${email.toUpperCase()} ` });
    const token = new URL((body as InvitationLink).url).searchParams.get('token') ?? '';
    const friend = portal.visitor();
    expect(await accept(friend, token, { email: 'friend@b.co' })).toMatchObject(
      refusedWith(400, 'INVALID_INPUT'),
    );
    expect((await accept(friend, token)).body).toMatchObject({ user: { email } });
    // A link that was also shown proves nothing about the mailbox.
    expect(await rowsOf(portal.store, 'user')).toContainEqual(
      expect.objectContaining({ email, emailVerified: engine === 'sqlite' ? 0 : false }),
    );
  });

  it('is refused to applicants of this season, also to those who apply with it in the mailbox', async () => {
    const { portal, administrator } = await open(engine);
    const token = await invite(portal, administrator);
    const applicant = await registerPerson(portal, { email });
    expect(await administrator.post('/api/admin/reviewers', { email })).toMatchObject(
      refusedWith(409, 'HAS_APPLIED', { message: reviewerRefusals.applied, field: 'email' }),
    );
    const own = { password: applicant.registration.password };
    expect(await accept(portal.visitor(), token, own)).toMatchObject(
      refusedWith(409, 'HAS_APPLIED', { message: reviewerRefusals.youApplied }),
    );
    expect((await listed(administrator)).reviewers).toEqual([]);
    expect(await rowsOf(portal.store, 'staff')).toEqual([]);
    expect(
      await administrator.post('/api/admin/reviewers', { email: portal.deps.config.adminEmail }),
    ).toMatchObject(refusedWith(409, 'STAFF_ACCOUNT'));
  });

  it('is accepted by a member of an earlier season with their account, who keeps their dashboard', async () => {
    const { portal, administrator } = await open(engine);
    const member = await registerPerson(portal, { email, fullName: 'Bina Das' });
    await saveSettings(portal, 'dates', { opensAt: hoursFromNow(1) });
    const token = await invite(portal, administrator);
    expect((await portal.visitor().post('/api/reviewers/check', { token })).body).toEqual({
      email,
      name: 'Bina Das',
    });
    // Somebody to whom the link was forwarded does not have the password.
    expect(await accept(portal.visitor(), token)).toMatchObject(
      refusedWith(401, 'INVALID_EMAIL_OR_PASSWORD'),
    );
    const bina = portal.visitor();
    const answer = await bina.post('/api/reviewers/accept', {
      token,
      password: member.registration.password,
    });
    expect(answer.body).toMatchObject({ user: { uid: member.uid, role: 'reviewer', isMember: true } });
    expect((await member.get('/api/session')).body).toEqual(answer.body);
    expect((await member.get('/api/me')).body).toMatchObject({ fullName: 'Bina Das' });
    // The role is the account's, whatever its address is.
    const shown = { fullName: 'Bina Das', email: 'bina.new@club.example' };
    expect((await saveProfile(member, shown)).status).toBe(200);
    expect(await listed(administrator)).toMatchObject({ reviewers: [{ email: shown.email, member: true }] });
    expect((await administrator.send('DELETE', `/api/admin/reviewers/${member.uid}`)).status).toBe(200);
    const again = await signIn(portal, shown.email, member.registration.password);
    expect((await again.get('/api/session')).body).toMatchObject({ user: { role: 'member' } });
    expect((await again.get('/api/me')).body).toMatchObject({ fullName: 'Bina Das' });
  });

  it('is bounded, in number and in mails to one address', async () => {
    const { portal, administrator } = await open(engine);
    for (let time = 0; time < 5; time += 1) await invite(portal, administrator);
    expect(await administrator.post('/api/admin/reviewers', { email })).toMatchObject(
      refusedWith(429, 'TOO_MANY_ATTEMPTS'),
    );
    const rows = Array.from({ length: 49 }, (_, index) => ({
      ...{ uid: `r${index}`, role: 'reviewer' as const, name: '', member: 0, since: '2026' },
    }));
    await portal.store.db.insertInto('staff').values(rows).execute();
    expect(await administrator.post('/api/admin/reviewers', { email: 'last@b.co' })).toMatchObject(
      refusedWith(409, 'TOO_MANY_REVIEWERS'),
    );
  });
});

describeEachEngine('the end of a role', (engine) => {
  it('ends sessions and streams, removes the account and keeps the name', async () => {
    const { portal, administrator, open: openStream } = await openLive(engine);
    const ravi = await signInReviewer(portal, 'Ravi Menon');
    const other = await signInReviewer(portal, 'Gita Rao');
    const { uid } = await registerPerson(portal);
    const claim = `/api/admin/reviews/${uid}/claim`;
    expect((await ravi.put(claim, {})).status).toBe(200);
    expect(await other.put(claim, {})).toMatchObject(refusedWith(409, 'CLAIMED'));
    const stream = await openStream(ravi, 'admin/events');
    expect((await stream.next())?.name).toBe('ready');
    const address = `/api/admin/reviewers/${ravi.uid}`;
    expect((await administrator.send('DELETE', address)).status).toBe(200);
    await expect.poll(async () => (await stream.next())?.name).toBe('session-ended');
    expect((await ravi.get('/api/admin/events')).status).toBe(401);
    expect((await trySignIn(portal, ravi.email, adminPassword)).status).toBe(401);
    expect(await rowsOf(portal.store, 'staff')).toContainEqual(
      expect.objectContaining({ uid: ravi.uid, role: 'former', name: 'Ravi Menon' }),
    );
    expect(await listed(administrator)).toMatchObject({ reviewers: [{ name: 'Gita Rao' }] });
    expect(await administrator.send('DELETE', address)).toMatchObject(refusedWith(404, 'NOT_FOUND'));
    // The submission that they had open is free.
    expect((await other.put(claim, {})).status).toBe(200);
    // So is the address: to be invited again, or to apply.
    const token = await invite(portal, administrator, ravi.email);
    expect((await accept(portal.visitor(), token)).status).toBe(200);
    for (const { uid } of (await listed(administrator)).reviewers)
      await administrator.send('DELETE', `/api/admin/reviewers/${uid}`);
    expect((await listed(administrator)).reviewers).toEqual([]);
    expect((await other.get('/api/session')).body).toMatchObject({ user: null });
  });

  it('is logged with the names, as invitations are', async () => {
    const { portal, administrator } = await open(engine);
    const token = await invite(portal, administrator);
    const ravi = portal.visitor();
    const { body } = await accept(ravi, token);
    const { uid } = (body as { user: { uid: string } }).user;
    await administrator.send('DELETE', `/api/admin/reviewers/${uid}`);
    const { changes } = (await administrator.get('/api/admin/changes')).body as { changes: object[] };
    expect(changes).toMatchObject([
      { kind: 'reviewer-ended', fullName: 'The reviewers', fields: { name: { old: 'Ravi Menon' } } },
      { kind: 'reviewer-joined', fields: { name: { new: 'Ravi Menon' } } },
      { kind: 'reviewer-invited', fields: { email: { new: email } } },
    ]);
  });
});

it('ten reviewers work next to each other', async () => {
  const { portal, administrator } = await open('sqlite');
  const ten = [];
  for (let index = 0; index < 10; index += 1) ten.push(await signInReviewer(portal));
  expect((await listed(administrator)).reviewers).toHaveLength(10);
  for (const one of ten) expect((await one.get('/api/admin/events')).status).toBe(200);
});
