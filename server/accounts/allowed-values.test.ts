import { expect, it } from 'vitest';
import type { RegistrationSettings } from '#domain/registration-settings.ts';
import {
  confirmEmail,
  openTestApp,
  registerPerson,
  signInAdministrator,
  type TestApp,
} from '#tests/helpers/app.ts';
import { saveProfile } from '#tests/helpers/email-change.ts';
import { newRegistration } from '#tests/helpers/members.ts';
import { refusedWith } from '#tests/helpers/visitor.ts';

const address = '/api/admin/settings/registration';

async function settle(portal: TestApp, given: Partial<RegistrationSettings>) {
  const administrator = await signInAdministrator(portal);
  const { body } = await administrator.get(address);
  const { value, version } = body as { value: RegistrationSettings; version: number };
  return administrator.put(address, { value: { ...value, ...given }, version });
}

it('an address of another domain cannot register, and no member can change to one', async () => {
  const portal = await openTestApp('sqlite');
  const person = await registerPerson(portal);
  await settle(portal, { domains: ['College.edu', '*.campus.example'] });
  const register = (email: string) => portal.visitor().post('/api/register', newRegistration({ email }));
  const text = 'Please use an email address of college.edu or campus.example or a part of it';
  for (const email of [
    'asha@mail.example',
    'asha@sub.college.edu',
    'asha@college.edu.example',
    'asha@notcampus.example',
  ])
    expect(await register(email)).toMatchObject(
      refusedWith(400, 'INVALID_INPUT', { field: 'email', message: text }),
    );
  for (const email of ['asha@college.edu', 'ravi@campus.example', 'noor@cs.campus.example'])
    expect((await register(email)).status).toBe(201);
  // An address from before the rule stays valid.
  expect((await saveProfile(person, {})).status).toBe(200);
  expect(await saveProfile(person, { email: 'other@mail.example' })).toMatchObject({
    status: 400,
    body: { field: 'email' },
  });
});

it('only the departments of the settings can be chosen, and a former one stays', async () => {
  const portal = await openTestApp('sqlite');
  const person = await registerPerson(portal);
  await settle(portal, { departments: ['Physics'], profileDepartments: ['Physics', 'Chemistry'] });
  const register = (department: string) =>
    portal.visitor().post('/api/register', newRegistration({ department }));
  expect(await register('Mechanical Engineering')).toMatchObject(
    refusedWith(400, 'INVALID_INPUT', { field: 'department', message: 'Department is required' }),
  );
  expect((await register('Physics')).status).toBe(201);
  expect((await portal.visitor().get('/terms')).text).toContain('"registration":["Physics"]');
  for (const [department, status] of [
    [person.registration.department, 200],
    ['Astrology', 400],
    ['Chemistry', 200],
  ] as const)
    expect((await saveProfile(person, { department })).status).toBe(status);
});

it('only a confirmed address submits, where the settings say so and a mail server is set', async () => {
  const without = await openTestApp('sqlite');
  expect(await settle(without, { confirmedOnly: true })).toMatchObject({
    status: 400,
    body: { field: 'value.confirmedOnly' },
  });
  const env = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'Club <club@club.example>' };
  const portal = await openTestApp('sqlite', { env });
  const person = await registerPerson(portal);
  expect((await settle(portal, { confirmedOnly: true })).status).toBe(200);
  const project = { githubLink: 'https://github.com/asha/notes', projectDescription: 'Notes' };
  expect((await person.get('/api/me/season')).body).toMatchObject({ confirmFirst: true });
  expect(await person.put('/api/me/submission', project)).toMatchObject(
    refusedWith(403, 'EMAIL_NOT_CONFIRMED'),
  );
  await confirmEmail(portal, person.uid);
  expect((await person.put('/api/me/submission', project)).status).toBe(200);
});
