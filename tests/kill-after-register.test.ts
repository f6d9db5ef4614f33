import { expect, it } from 'vitest';
import { member as memberRecord } from '#domain/members.ts';
import { describeEachEngine } from './helpers/engines.ts';
import { newRegistration, registerMember } from './helpers/members.ts';
import { changesOf } from './helpers/records.ts';
import { remoteVisitor } from './helpers/remote-visitor.ts';
import { openTestPortal } from './helpers/test-portal.ts';
import { withStore } from './helpers/with-store.ts';

describeEachEngine('a registration that was answered', (engine) => {
  it('survives kill -9 right after the answer, with account, record and change', async () => {
    const portal = await openTestPortal(engine);
    for (const round of [1, 2, 3]) {
      const member = await registerMember(portal.url, newRegistration({ fullName: `Round ${round}` }));
      await portal.kill9();
      await portal.restart();

      const { email, password } = member;
      const visitor = remoteVisitor(portal.url);
      expect((await visitor.send('POST', '/api/auth/sign-in/email', { email, password })).status).toBe(200);
      const record = memberRecord.parse((await visitor.send('GET', '/api/me')).body);
      const { fullName, studentId, department, yearOfStudy, contactNumber } = member;
      const typed = { fullName, email, studentId, department, yearOfStudy, contactNumber };
      expect(record).toMatchObject({ ...typed, registrationComplete: true });

      const changes = await withStore(portal, (store) => changesOf(store, record.uid));
      expect(changes).toMatchObject([
        { kind: 'registered', fields: { fullName: { old: null, new: fullName } } },
      ]);
    }
  }, 120_000);
});
