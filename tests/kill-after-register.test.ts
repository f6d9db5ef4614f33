import { expect, it } from 'vitest';
import { member as memberRecord } from '#domain/members.ts';
import { openStore } from '#server/store/open.ts';
import { describeEachEngine } from './helpers/engines.ts';
import { newRegistration, registerMember } from './helpers/members.ts';
import { changesOf } from './helpers/records.ts';
import { openTestPortal } from './helpers/test-portal.ts';

describeEachEngine('a registration that was answered', (engine) => {
  it('survives kill -9 right after the answer, with account, record and change', async () => {
    const portal = await openTestPortal(engine);
    for (const round of [1, 2, 3]) {
      const member = await registerMember(portal.url, newRegistration({ fullName: `Round ${round}` }));
      await portal.kill9();
      await portal.restart();

      const headers = { 'Content-Type': 'application/json', Origin: portal.url };
      const { email, password } = member;
      const signedIn = await fetch(`${portal.url}/api/auth/sign-in/email`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ email, password }),
      });
      expect(signedIn.status).toBe(200);
      const cookie = signedIn.headers
        .getSetCookie()
        .map((one) => one.split(';')[0])
        .join('; ');
      const own = await fetch(`${portal.url}/api/me`, { headers: { Cookie: cookie } });
      const record = memberRecord.parse(await own.json());
      const { fullName, studentId, department, yearOfStudy, contactNumber } = member;
      const typed = { fullName, email, studentId, department, yearOfStudy, contactNumber };
      expect(record).toMatchObject({ ...typed, registrationComplete: true });

      const store = await openStore(portal);
      const changes = await changesOf(store, record.uid);
      await store.close();
      expect(changes).toMatchObject([
        { kind: 'registered', fields: { fullName: { old: null, new: fullName } } },
      ]);
    }
  }, 120_000);
});
