import { expect, it } from 'vitest';
import { type Dates, noDates } from '#domain/date-settings.ts';
import { openWithMember, signInAdministrator, type TestApp } from '#tests/helpers/app.ts';
import { takeClock } from '#tests/helpers/clock.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { newRegistration } from '#tests/helpers/members.ts';
import { refusedWith } from '#tests/helpers/visitor.ts';

const hour = 3_600_000;
const at = (hours: number) => new Date(Date.now() + hours * hour).toISOString();
const project = { githubLink: 'https://github.com/asha/notes', projectDescription: 'Notes' };
const message = { name: 'Asha', email: 'asha@students.example', message: 'Notes' };

async function setDates(portal: TestApp, given: Partial<Dates>) {
  const administrator = await signInAdministrator(portal);
  const { body } = await administrator.get('/api/admin/settings/dates');
  const { value, version } = body as { value: Dates; version: number };
  const saved = await administrator.put('/api/admin/settings/dates', {
    value: { ...value, timeZone: 'UTC', ...given },
    version,
  });
  expect(saved.status).toBe(200);
  return administrator;
}

describeEachEngine('the dates of a season', (engine) => {
  it('close registration before and after, and leave members alone', async () => {
    const { portal, person } = await openWithMember(engine);
    for (const given of [
      { opensAt: at(1) },
      { opensAt: null, closesAt: at(-1) },
      { closesAt: null, open: false },
    ]) {
      await setDates(portal, given);
      const refused = await portal.visitor().post('/api/register', newRegistration());
      expect(refused).toMatchObject(refusedWith(403, 'RECRUITMENT_CLOSED'));
      expect((await portal.visitor().get('/terms')).text).toContain('"open":false');
      expect((await person.put('/api/me/track', { developmentTrack: 'web' })).status).toBe(200);
    }
    await setDates(portal, { opensAt: at(1), open: true });
    expect((await portal.visitor().post('/api/register', newRegistration())).status).toBe(201);
  });

  it('close submissions after the deadline, before the form’s message is stored', async () => {
    const { portal, person } = await openWithMember(engine);
    await setDates(portal, { deadline: at(-1), late: 'closed' });
    const submit = () => person.put('/api/me/submission', project);
    const send = (more: object) => person.post('/f/contact', { ...message, ...more });
    expect(await submit()).toMatchObject(refusedWith(403, 'DEADLINE_PASSED'));
    expect(await send(project)).toMatchObject({ status: 403, body: { code: 'DEADLINE_PASSED' } });
    expect(await portal.store.db.selectFrom('form_submissions').selectAll().execute()).toEqual([]);
    expect((await send({})).status).toBe(200);
    await setDates(portal, { late: 'marked' });
    expect((await submit()).status).toBe(200);
  });

  it('say which submission was late, for the list, the desk and the member’s page', async () => {
    const { portal, person } = await openWithMember(engine);
    await person.put('/api/me/track', { developmentTrack: 'web' });
    await person.put('/api/me/submission', project);
    const isLate = async (given: Partial<Dates>) => {
      const administrator = await setDates(portal, given);
      const { body: page } = await administrator.get('/api/admin/members');
      const { body: desk } = await administrator.get(`/api/admin/reviews/${person.uid}`);
      const { body: extension } = await administrator.get(`/api/admin/members/${person.uid}/extension`);
      const [listed] = (page as { members: { late: boolean }[] }).members;
      return [listed, desk, extension].map((answer) => (answer as { late: boolean }).late);
    };
    expect(await isLate({})).toEqual([false, false, false]);
    expect(await isLate({ deadline: at(-1) })).toEqual([true, true, true]);
    const { deadlines } = noDates;
    expect(await isLate({ deadlines: { ...deadlines, web: at(1) } })).toEqual([false, false, false]);
    expect(await isLate({ deadlines: { ...deadlines, android: at(1) } })).toEqual([true, true, true]);
    const administrator = await signInAdministrator(portal);
    await administrator.put(`/api/admin/members/${person.uid}/extension`, { until: at(2) });
    expect(await isLate({})).toEqual([false, false, false]);
  });

  it('say of each version whether it was late, and that one which came in time stays valid', async () => {
    const clock = takeClock();
    const { portal, person } = await openWithMember(engine);
    await person.put('/api/me/track', { developmentTrack: 'web' });
    const submit = (name: string) =>
      person.put('/api/me/submission', { ...project, githubLink: `https://github.com/asha/${name}` });
    await submit('first');
    const administrator = await setDates(portal, { deadline: at(1) });
    const { members } = (await administrator.get('/api/admin/members')).body as { members: object[] };
    expect(members[0]).toMatchObject({ late: false, earlierInTime: false });
    clock.pass(2 * hour);
    await submit('second');
    clock.pass(hour);
    await submit('third');
    const late = { late: true, earlierInTime: true };
    const read = async (path: string) => (await administrator.get(`/api/admin/${path}`)).body;
    expect(await read('members')).toMatchObject({ members: [late] });
    expect(await read(`members/${person.uid}/extension`)).toMatchObject(late);
    expect(await read(`reviews/${person.uid}`)).toMatchObject({
      ...late,
      former: [
        { githubLink: 'https://github.com/asha/second', late: true },
        { githubLink: 'https://github.com/asha/first', late: false },
      ],
    });
    await setDates(portal, { deadline: at(-3.5) });
    expect(await read('members')).toMatchObject({ members: [{ late: true, earlierInTime: false }] });
  });

  it('are extended for one member, who is told', async () => {
    const { portal, person, email } = await openWithMember(engine);
    const administrator = await setDates(portal, { deadline: at(-1), late: 'closed' });
    const until = '2099-12-15T22:59:00.000Z';
    const address = `/api/admin/members/${person.uid}/extension`;
    expect((await administrator.put(address, { until })).body).toMatchObject({ until });
    expect((await person.get('/api/me/season')).body).toMatchObject({ deadline: until, extended: true });
    expect((await person.put('/api/me/submission', project)).status).toBe(200);
    const told = (await portal.mails()).filter(({ subject }) => subject.includes('deadline'));
    expect(told).toMatchObject([{ to: [email], subject: 'Your deadline for SDC is Tue 15 Dec, 22:59' }]);
    expect(await administrator.put(address, { until: at(-2) })).toMatchObject({
      status: 400,
      body: { field: 'until' },
    });
    await administrator.put(address, { until: null });
    expect(await person.put('/api/me/submission', project)).toMatchObject(
      refusedWith(403, 'DEADLINE_PASSED'),
    );
    await setDates(portal, { deadline: null });
    expect(await administrator.put(address, { until })).toMatchObject(refusedWith(409, 'NO_DEADLINE'));
    expect((await administrator.get('/api/admin/members/nobody/extension')).status).toBe(404);
  });
});
