import { expect, it } from 'vitest';
import { confirmEmail, openTestApp, openWithMember, registerPerson } from '#tests/helpers/app.ts';
import { takeClock } from '#tests/helpers/clock.ts';
import { changedFrom, day, emailTaken, newEmail, restore, saveProfile } from '#tests/helpers/email-change.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { newRegistration } from '#tests/helpers/members.ts';
import { everythingStored } from '#tests/helpers/records.ts';

describeEachEngine('an address whose change can be reverted', (engine) => {
  it('is held for its owner for 7 days: nobody registers with it or changes to it', async () => {
    const clock = takeClock();
    const portal = await openTestApp(engine);
    const [person, thief] = [await registerPerson(portal), await registerPerson(portal)];
    const { email } = person.registration;
    const token = await changedFrom(portal, person, email, newEmail);
    const register = () => portal.visitor().post('/api/register', newRegistration({ email }));
    const before = await everythingStored(portal.store);
    expect(await register()).toMatchObject(emailTaken);
    expect(await saveProfile(thief, { email })).toMatchObject(emailTaken);
    expect(await everythingStored(portal.store)).toEqual(before);
    expect((await restore(portal, token)).status).toBe(200);

    const again = await registerPerson(portal);
    const { email: second } = again.registration;
    await changedFrom(portal, again, second, 'second@students.example');
    clock.pass(7 * day + 1000);
    await registerPerson(portal, { email: second });
  });

  it('cannot be taken while its owner is changing it', async () => {
    const { portal, person, email } = await openWithMember(engine);
    await confirmEmail(portal, person.uid);
    const [saved, ...answers] = await Promise.all([
      saveProfile(person, { email: newEmail }),
      ...Array.from({ length: 5 }, () => portal.visitor().post('/api/register', newRegistration({ email }))),
    ]);
    expect(saved.status).toBe(200);
    for (const answer of answers) expect(answer).toMatchObject(emailTaken);
  });
});
