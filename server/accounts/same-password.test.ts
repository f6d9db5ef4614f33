import { expect, it } from 'vitest';
import { openTestApp, registerPerson, signIn } from '#tests/helpers/app.ts';
import { makeFiles } from '#tests/helpers/firebase-export.ts';
import { importFiles, signInStatus } from '#tests/helpers/firebase-import.ts';

const composed = 'Zoë’s café №1'.normalize('NFC');

/** How the same password arrives from different keyboards. */
const arrivals = {
  'as it was set': composed,
  'composed differently': composed.normalize('NFD'),
  'from a full-width keyboard': composed.replace('1', '\uFF11'),
};

it.each(Object.entries(arrivals))('a password set %s is the same in every other way', async (_, password) => {
  const portal = await openTestApp('sqlite', { env: { RATE_LIMIT: 'off' } });
  const { registration } = await registerPerson(portal, { password, confirmPassword: composed });
  for (const typed of Object.values(arrivals)) await signIn(portal, registration.email, typed);
  expect(await signInStatus(portal, registration.email, composed.toLowerCase())).toBe(401);
});

it('an imported password is accepted composed differently, and however long it is', async () => {
  for (const password of ['Việt-décomposé'.normalize('NFD'), 'x'.repeat(173)]) {
    const portal = await openTestApp('sqlite');
    const files = await makeFiles({ count: 1, password });
    await importFiles(portal, files);
    const email = files.people[0]?.email ?? '';
    const typed = [password.normalize('NFC'), password, password.normalize('NFD')];
    for (const form of typed) expect(await signInStatus(portal, email, form)).toBe(200);
  }
});
