import { describe, expect, it } from 'vitest';
import {
  adminPassword,
  openTestApp,
  type Person,
  registerPerson,
  signInAdministrator,
  type TestApp,
} from '#tests/helpers/app.ts';
import { takeClock } from '#tests/helpers/clock.ts';
import { newRegistration } from '#tests/helpers/members.ts';
import { mailedResetToken } from '#tests/helpers/passwords.ts';
import type { Visitor } from '#tests/helpers/visitor.ts';
import { createHashQueue } from './hash-queue.ts';
import { createPasswords } from './passwords.ts';

const campus = '192.0.2.1';
const elsewhere = '198.51.100.1';
const day = 24 * 60 * 60 * 1000;

/** A portal where one hash runs at a time and 10 wait in each lane. `hold` stops the queue until `release`. */
async function openWithShortQueue() {
  const queue = createHashQueue({ atOnce: 1, waitingAtMost: 10 });
  const portal = await openTestApp('sqlite', { passwords: createPasswords(queue) });
  let release = () => {};
  const held = () => new Promise<void>((end) => (release = end));
  return {
    portal,
    hold: () => void queue.run({ lane: 'sign-in', sender: 'the test' }, held),
    release: () => release(),
  };
}

const signInAgain = ({ registration: { email, password }, ...browser }: Person) =>
  browser.post('/api/auth/sign-in/email', { email, password });

async function linkFrom(administrator: Visitor, { uid }: Person) {
  const { body } = await administrator.post(`/api/admin/members/${uid}/reset-link`, {});
  return new URL((body as { url: string }).url).searchParams.get('token');
}

function setPassword(portal: TestApp, token: unknown) {
  return portal.visitor(campus).post('/api/auth/reset-password', { token, newPassword: 'a new password' });
}

function registerCrowd(portal: TestApp, size: number, address: string): Promise<Person[]> {
  return Promise.all(Array.from({ length: size }, () => registerPerson(portal, {}, address)));
}

describe('while 30 new accounts of one address sign in again and again', () => {
  it('everyone else signs in, at the same address too, and so do holders of reset links', async () => {
    const clock = takeClock();
    const { portal, hold, release } = await openWithShortQueue();
    const administrator = await signInAdministrator(portal);
    const member = await registerPerson(portal, {}, campus);
    const forgetful = await registerPerson(portal, {}, campus);
    clock.pass(day);
    const crowd: Person[] = [];
    while (crowd.length < 30) crowd.push(...(await registerCrowd(portal, 10, campus)));
    const newcomer = await registerPerson(portal, {}, elsewhere);
    const [forgetfulToday, careless] = await registerCrowd(portal, 2, campus);
    if (!forgetfulToday || !careless) throw new Error('nobody registered');
    const links = [
      await mailedResetToken(portal, forgetful.registration.email),
      await mailedResetToken(portal, forgetfulToday.registration.email),
      await linkFrom(administrator, careless),
    ];

    hold();
    let refused = 0;
    const flood = crowd.map(async (person) => {
      const { status } = await signInAgain(person);
      if (status === 503) refused += 1;
      return status;
    });
    await expect.poll(() => refused).toBe(20);
    const { adminEmail: email } = portal.deps.config;
    const others = Promise.all([
      administrator.post('/api/admin/sign-in', { email, password: adminPassword }),
      signInAgain(member),
      signInAgain(newcomer),
      ...links.map((token) => setPassword(portal, token)),
      portal.visitor(campus).post('/api/register', newRegistration()),
    ]);
    // The newcomer takes a place of the crowd.
    await expect.poll(() => refused).toBe(21);
    release();
    expect((await others).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 201]);
    expect((await Promise.all(flood)).toSorted()).toEqual([...Array(9).fill(200), ...Array(21).fill(503)]);
  });
});
