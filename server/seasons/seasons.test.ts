import { expect, it } from 'vitest';
import type { AdminSummary } from '#domain/admin.ts';
import type { ShownNumbers } from '#domain/numbers.ts';
import type { InvitationLink } from '#domain/reviewers.ts';
import type { ClubMember, PastMembers, PastRecord, SeasonList, SeasonRehearsal } from '#domain/seasons.ts';
import { previewReminders } from '#server/group-messages/reminders.ts';
import { saveReview } from '#tests/helpers/admin-api.ts';
import {
  openTestApp,
  type Person,
  registerPerson,
  signInAdministrator,
  signInReviewer,
  type TestApp,
} from '#tests/helpers/app.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { contactMessage } from '#tests/helpers/forms.ts';
import { project } from '#tests/helpers/member-input.ts';
import { dataFaults, rowsOf } from '#tests/helpers/records.ts';
import { decide, releaseNow, resultsOf } from '#tests/helpers/results.ts';
import type { Visitor } from '#tests/helpers/visitor.ts';
import { clearPastSeasons } from './past-seasons.ts';

const seasonsOf = async (lead: Visitor) => (await lead.get('/api/admin/seasons')).body as SeasonList;
const uidsIn = async ({ store }: TestApp) =>
  (await rowsOf(store, 'members')).map(({ uid }) => uid).toSorted();

/** A season with a selected, a refused and an undecided member, a reviewer, and messages of a member and a visitor. */
async function season(engine: 'sqlite' | 'postgres') {
  const portal = await openTestApp(engine);
  const lead = await signInAdministrator(portal);
  const [asha, ravi, mira] = [
    await registerPerson(portal, { fullName: 'Asha Rao' }),
    await registerPerson(portal, { fullName: 'Ravi Menon' }),
    await registerPerson(portal, { fullName: 'Mira Nair' }),
  ];
  for (const person of [asha, ravi]) {
    await person.put('/api/me/track', { developmentTrack: 'web' });
    await person.put('/api/me/task-completion', { taskCompleted: true });
    await person.post('/f/contact', contactMessage({ ...project, email: person.registration.email }));
  }
  await portal
    .visitor()
    .post('/f/contact', contactMessage({ name: 'A Parent', email: 'parent@home.example' }));
  await saveReview(lead, ravi.uid, { note: 'Close to the line' });
  await decide(lead, [asha.uid], 'selected');
  await decide(lead, [ravi.uid], 'not-selected');
  expect((await releaseNow(lead)).status).toBe(200);
  const { certificate } = (await asha.post('/api/me/certificate', {})).body as { certificate: string };
  return { portal, lead, asha, ravi, mira, certificate };
}

describeEachEngine('the end of a season', (engine) => {
  it('is rehearsed, refuses another name, and leaves members of the club and whom the lead keeps', async () => {
    const { portal, lead, asha, ravi, mira, certificate } = await season(engine);
    const { store } = portal;
    const { current } = await seasonsOf(lead);
    const before = await uidsIn(portal);
    const rehearsal = (await lead.post('/api/admin/seasons/rehearse', {})).body as SeasonRehearsal;
    expect(rehearsal).toMatchObject({
      season: current,
      members: 3,
      clubMembers: 1,
      closed: 2,
      questionsOpen: 1,
    });
    const wrong = await lead.post('/api/admin/seasons', { confirm: 'another', keep: [] });
    expect(wrong).toMatchObject({ status: 400, body: { field: 'confirm' } });
    const unknown = await lead.post('/api/admin/seasons', { confirm: current, keep: ['nobody'] });
    expect(unknown).toMatchObject({ status: 400, body: { field: 'keep' } });
    expect(await uidsIn(portal)).toEqual(before);

    await lead.patch(`/api/admin/club-members/${asha.uid}`, { role: 'Web lead' });
    const ended = await lead.post('/api/admin/seasons', { confirm: current, keep: [mira.uid] });
    expect(ended.status, ended.text).toBe(200);
    const { seasons, current: next, ending } = ended.body as SeasonList;
    expect({ ending, next: Number(next) }).toEqual({ ending: null, next: Number(current) + 1 });
    expect(seasons).toMatchObject([{ name: current, clearedAt: null, numbers: { total: 3 } }]);
    expect(await uidsIn(portal)).toEqual([asha.uid, mira.uid].toSorted());
    // The accounts go on with an empty application.
    expect((await asha.get('/api/me')).body).toMatchObject({
      ...{ fullName: 'Asha Rao', developmentTrack: null, taskCompleted: false, githubLink: null },
      registrationComplete: true,
    });
    expect((await asha.get('/api/me/result')).body).toMatchObject({ outcome: null });
    expect((await ravi.get('/api/me')).status).toBe(401);
    const { email, password } = ravi.registration;
    const signIn = (typed: string) =>
      portal.visitor().post('/api/auth/sign-in/email', { email, password: typed });
    expect(await signIn(password)).toMatchObject({
      status: 403,
      body: { code: 'ACCOUNT_CLOSED', current: { fullName: 'Ravi Menon', email } },
    });
    expect((await signIn('another password')).status).toBe(401);
    for (const table of ['outcomes', 'results', 'reviews', 'form_submissions', 'rounds'] as const)
      expect(await rowsOf(store, table), table).toEqual([]);
    expect(await dataFaults(store)).toEqual([]);
    const mails = (await portal.mails()).filter(({ subject }) => subject === 'The season has ended');
    expect(mails.map(({ to }) => to)).toEqual([[ravi.registration.email]]);
    expect((await portal.visitor().get(`/certificate/${certificate}`)).text).toContain('Asha Rao');
  });

  it('leaves those who keep their account out of the next one until they apply again', async () => {
    const { portal, lead, asha, mira } = await season(engine);
    const { current } = await seasonsOf(lead);
    await lead.post('/api/admin/seasons', { confirm: current, keep: [mira.uid] });
    const total = async () =>
      ((await lead.get('/api/admin/numbers')).body as ShownNumbers).season.numbers.total;
    const reminded = async () => {
      const { content, store } = portal.deps;
      const deadline = new Date(Date.now() + 86_400_000).toISOString();
      const preview = await previewReminders(store.db, { ...content, dates: { ...content.dates, deadline } });
      return [preview.noTrack.recipients, preview.notSubmitted.recipients];
    };
    expect([await total(), await reminded()]).toEqual([0, [0, 0]]);
    const { registrationsPerDay } = (await lead.get('/api/admin/summary')).body as AdminSummary;
    expect(registrationsPerDay.at(-1)?.count).toBe(0);
    expect((await resultsOf(lead)).counts).toEqual([]);
    const preview = await lead.post('/api/admin/results/rounds/preview', { all: true });
    expect(preview.body).toMatchObject({ undecided: 0 });
    await mira.put('/api/me/track', { developmentTrack: 'web' });
    expect([await total(), await reminded()]).toEqual([1, [0, 1]]);
    const invite = ({ registration }: Person) =>
      lead.post('/api/admin/reviewers', { email: registration.email });
    expect((await invite(asha)).status).toBe(200);
    expect(await invite(mira)).toMatchObject({ status: 409, body: { code: 'HAS_APPLIED' } });
  });

  it('fills in the form of somebody who comes back after two seasons with the details of the last', async () => {
    const { portal, lead, mira } = await season(engine);
    const end = async (keep: string[]) =>
      lead.post('/api/admin/seasons', { confirm: (await seasonsOf(lead)).current, keep });
    const { email, password } = mira.registration;
    await end([mira.uid]);
    await lead.patch(`/api/admin/members/${mira.uid}`, { contactNumber: '9000000001', reason: 'New phone' });
    await end([]);
    expect(await portal.visitor().post('/api/auth/sign-in/email', { email, password })).toMatchObject({
      body: { code: 'ACCOUNT_CLOSED', current: { contactNumber: '9000000001' } },
    });
  });

  it('makes a past season that is searched, opened, exported and not changed', async () => {
    const { portal, lead, asha, ravi } = await season(engine);
    const { current } = await seasonsOf(lead);
    await lead.post('/api/admin/seasons', { confirm: current });
    const [past] = (await seasonsOf(lead)).seasons;
    const at = `/api/admin/seasons/${past?.id}`;
    const found = async (path: string) => ((await lead.get(`${at}/${path}`)).body as PastMembers).members;
    expect((await found('members')).map(({ name }) => name)).toEqual(['Asha Rao', 'Mira Nair', 'Ravi Menon']);
    expect(await found('members?q=menon')).toMatchObject([
      { id: ravi.uid, track: 'web', outcome: 'not-selected', stayed: false },
    ]);
    expect(await found('messages?q=parent')).toMatchObject([
      { name: 'A Parent', email: 'parent@home.example' },
    ]);
    const record = (await lead.get(`${at}/members/${ravi.uid}`)).body as PastRecord;
    expect(record).toMatchObject({
      result: 'Not selected',
      note: 'Close to the line',
      messages: [{ answers: [] }],
    });
    expect(record.member?.fullName).toBe('Ravi Menon');
    const [message] = await found('messages');
    expect((await lead.get(`${at}/messages/${message?.id}`)).body).toMatchObject({ member: null });
    const { text } = await lead.get(`${at}/members.csv`);
    expect(text.split('\r\n')).toHaveLength(5);
    // A spreadsheet would round a number, and drop its zeros.
    const contact = '"=""9876543210"""';
    expect(text).toMatch(new RegExp(`Asha Rao.*${contact}.*,Selected\\r\\n`));
    expect((await lead.get('/api/admin/club-members.csv')).text).toContain(contact);
    for (const missing of [`${at}/members/nobody`, '/api/admin/seasons/none/members'])
      expect((await lead.get(missing)).status).toBe(404);
    expect((await lead.get(`${at}/members?cursor=made-up`)).status).toBe(400);
    // Nothing of a password or a session is in it.
    const documents = (await rowsOf(portal.store, 'past_records')).map(({ document }) => document);
    expect(documents.join()).not.toMatch(/password|"session"/);
    // Its administrator alone sees it.
    for (const path of [at, `${at}/members`]) expect((await asha.get(path)).status).toBeGreaterThan(400);
  });

  it('lets a member leave the club, and the next release names the link of the season before', async () => {
    const { portal, lead, asha, mira } = await season(engine);
    const { settings, settingsVersion: version } = await resultsOf(lead);
    settings.texts.selected.link = 'https://chat.example/2026';
    expect((await lead.put('/api/admin/results/settings', { settings, version })).status).toBe(200);
    const list = async () => (await lead.get('/api/admin/club-members')).body as { members: ClubMember[] };
    expect(await list()).toMatchObject({ members: [{ uid: asha.uid, leftOn: null }] });
    expect((await mira.send('DELETE', '/api/me/membership')).status).toBe(404);
    expect((await mira.get('/api/me/membership')).body).toEqual({ membership: null });
    const left = await asha.send('DELETE', '/api/me/membership');
    expect(left.body).toMatchObject({ membership: { leftOn: expect.any(String) } });
    const { current } = await seasonsOf(lead);
    await lead.post('/api/admin/seasons', { confirm: current, keep: [mira.uid] });
    // The record stays in the season, and the account does not.
    expect(await uidsIn(portal)).toEqual([mira.uid]);
    const [past] = (await seasonsOf(lead)).seasons;
    const became = (await lead.get(`/api/admin/club-members?season=${past?.id}`)).body;
    expect(became).toMatchObject({ members: [{ uid: asha.uid, leftOn: expect.any(String) }] });
    expect(await list()).toEqual({ members: [] });
    expect((await lead.get('/api/admin/club-members.csv')).text).toContain('Left on');
    await decide(lead, [mira.uid], 'selected');
    const preview = await lead.post('/api/admin/results/rounds/preview', { all: true });
    expect(preview.body).toMatchObject({ links: ['https://chat.example/2026'] });
  });

  it('lists a member of the club who has become the lead with their own address', async () => {
    const { portal, lead, asha } = await season(engine);
    const { current } = await seasonsOf(lead);
    await lead.post('/api/admin/seasons', { confirm: current });
    const { email } = asha.registration;
    const { url } = (await lead.post('/api/admin/hand-over', { email })).body as InvitationLink;
    const next = portal.visitor();
    const token = new URL(url).searchParams.get('token');
    expect((await next.post('/api/hand-over/accept', { token, password: 'correct horse' })).status).toBe(200);
    expect((await next.get('/api/admin/club-members')).body).toMatchObject({ members: [{ email }] });
  });

  it('shows members who became the lead in it with their own address or none, and mails nobody elsewhere', async () => {
    const { portal, lead, asha, ravi } = await season(engine);
    async function handOver(from: Visitor, { email }: { email: string }): Promise<Visitor> {
      const { url } = (await from.post('/api/admin/hand-over', { email })).body as InvitationLink;
      const token = new URL(url).searchParams.get('token');
      const next = portal.visitor();
      await next.post('/api/hand-over/accept', { token, password: 'correct horse' });
      return next;
    }
    const next = await handOver(await handOver(lead, asha.registration), ravi.registration);
    const shown = { members: [{ uid: asha.uid, email: asha.registration.email }] };
    const club = async (query = '') => (await next.get(`/api/admin/club-members${query}`)).body;
    expect(await club()).toMatchObject(shown);
    const files = ['/api/admin/members.csv', '/api/admin/club-members.csv'];
    const { current } = await seasonsOf(next);
    const expectReadable = async (...paths: string[]) => {
      for (const path of paths) {
        const { status, text } = await next.get(path);
        expect([status, text], path).toEqual([200, expect.stringMatching(/Asha Rao|Ravi Menon/)]);
        expect(text, path).not.toContain('former.invalid');
      }
    };
    await expectReadable(...files);
    expect((await next.post('/api/admin/seasons', { confirm: current, keep: [] })).status).toBe(200);
    const [past] = (await seasonsOf(next)).seasons;
    expect(await club()).toMatchObject(shown);
    expect(await club(`?season=${past?.id}`)).toMatchObject(shown);
    const members = `/api/admin/seasons/${past?.id}/members`;
    await expectReadable(...files, members, `${members}.csv`, `${members}/${ravi.uid}`);
    expect(await uidsIn(portal)).toEqual([asha.uid]);
    expect((await portal.mails()).flatMap(({ to }) => to).join()).not.toContain('former.invalid');
  });

  it('is done once by two people, and takes nothing from those who register in that second', async () => {
    const { portal, lead, ravi } = await season(engine);
    const { current } = await seasonsOf(lead);
    const end = () => lead.post('/api/admin/seasons', { confirm: current, keep: [] });
    const [answers, submission, late] = await Promise.all([
      Promise.all([end(), end()]),
      ravi.post('/f/contact', contactMessage({ ...project, email: ravi.registration.email })),
      registerPerson(portal, { fullName: 'Late Comer' }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await end()).status).toBe(409);
    const [past] = (await seasonsOf(lead)).seasons;
    const list = (await lead.get(`/api/admin/seasons/${past?.id}/members`)).body as PastMembers;
    const isPast = list.members.some(({ id }) => id === late.uid);
    expect((await uidsIn(portal)).includes(late.uid)).toBe(!isPast);
    // An acknowledged message is in the past season.
    const record = (await lead.get(`/api/admin/seasons/${past?.id}/members/${ravi.uid}`)).body as PastRecord;
    expect(record.messages).toHaveLength(submission.status === 200 ? 2 : 1);
    expect(await dataFaults(portal.store)).toEqual([]);
  });

  it('of nobody makes a season of nobody, and reviewers stay', async () => {
    const portal = await openTestApp(engine);
    const reviewer = await signInReviewer(portal);
    const lead = await signInAdministrator(portal);
    const { current } = await seasonsOf(lead);
    const { seasons } = (await lead.post('/api/admin/seasons', { confirm: current })).body as SeasonList;
    expect(seasons).toMatchObject([{ numbers: { total: 0 } }]);
    expect((await reviewer.get('/api/admin/review-queue')).status).toBe(200);
  });

  it('removes the personal data once its years are over, and keeps the numbers', async () => {
    const { portal, lead, certificate } = await season(engine);
    const { current } = await seasonsOf(lead);
    await lead.post('/api/admin/seasons', { confirm: current });
    const { store, deps } = portal;
    const years = (count: number) => new Date(Date.now() + count * 366 * 24 * 60 * 60_000);
    await clearPastSeasons(store, deps.content, years(2));
    expect((await seasonsOf(lead)).seasons).toMatchObject([{ clearedAt: null }]);
    await clearPastSeasons(store, deps.content, years(3));
    expect((await seasonsOf(lead)).seasons).toMatchObject([
      { name: current, clearedAt: expect.any(String), numbers: { total: 3 } },
    ]);
    expect(await rowsOf(store, 'past_records')).toEqual([]);
    expect(await rowsOf(store, 'closed_accounts')).toEqual([]);
    expect((await portal.visitor().get(`/certificate/${certificate}`)).status).toBe(404);
  });
});
