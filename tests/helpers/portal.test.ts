import { expect, it, vi } from 'vitest';
import { openStore } from '#server/store/open.ts';
import { describeEachEngine } from './engines.ts';
import { registerMember } from './members.ts';
import { openTestPortal } from './test-portal.ts';

// Each test starts the program several times.
vi.setConfig({ testTimeout: 180_000 });

describeEachEngine('a test portal', (engine) => {
  it('keeps its address and its members over kill -9 and a restart', async () => {
    const portal = await openTestPortal(engine);
    const member = await registerMember(portal.url);
    await portal.kill9();
    await expect(fetch(`${portal.url}/api/ready`)).rejects.toThrow();
    await portal.restart();

    const store = await openStore(portal);
    const rows = await store.db
      .selectFrom('members')
      .select('fullName')
      .where('email', '=', member.email)
      .execute();
    await store.close();
    expect(rows).toEqual([{ fullName: member.fullName }]);
  });

  it('stops when asked to, and starts again', async () => {
    const portal = await openTestPortal(engine);
    await portal.stop();
    await expect(fetch(`${portal.url}/api/ready`)).rejects.toThrow();
    await portal.restart();
    expect((await fetch(`${portal.url}/api/ready`)).status).toBe(200);
  });
});

it('reports the program’s output if it does not start', async () => {
  await expect(openTestPortal('sqlite', { ADMIN_UID: 'not one!' })).rejects.toThrow(
    /ended before it was ready.*ADMIN_UID/s,
  );
});
