import { expect, it } from 'vitest';
import { numbersRefusals, type ShownNumbers } from '#domain/numbers.ts';
import type { InvitationLink } from '#domain/reviewers.ts';
import { openWithMembers } from '#tests/helpers/admin-api.ts';
import { signInAdministrator } from '#tests/helpers/app.ts';
import { takeClock } from '#tests/helpers/clock.ts';
import { newRecord, submittedRecord } from '#tests/helpers/made-records.ts';
import { saveSettings } from '#tests/helpers/settings.ts';
import { refusedWith, type Visitor } from '#tests/helpers/visitor.ts';

const address = '/api/admin/numbers';
const dead = refusedWith(400, 'INVALID_TOKEN', { message: numbersRefusals.linkInvalid });

async function makeLink(administrator: Visitor): Promise<string> {
  const { body } = await administrator.post(`${address}/link`, {});
  return new URL((body as InvitationLink).url).searchParams.get('token') ?? '';
}

const made = (count: number, record: () => ReturnType<typeof newRecord>) =>
  Array.from({ length: count }, record);

it('an advisor with a link sees the numbers without names and small groups, until it is revoked or 90 days old', async () => {
  const clock = takeClock();
  const { portal, administrator } = await openWithMembers('sqlite', [
    ...made(8, () => submittedRecord({ department: 'Aerospace' })),
    ...made(6, () => newRecord({ department: 'Civil Engineering' })),
    ...made(2, () => newRecord({ department: 'Law', createdAt: '2026-09-06T20:00:00.000Z' })),
  ]);
  await saveSettings(portal, 'dates', { timeZone: 'Asia/Kolkata' });
  const { store } = portal;
  const outcome = { outcome: 'selected' as const, actor: 'administrator', at: '2026-10-01T00:00:00.000Z' };
  const members = await store.db
    .selectFrom('members')
    .select('uid')
    .where('githubLink', 'is not', null)
    .execute();
  await store.db
    .insertInto('outcomes')
    .values(members.map(({ uid }) => ({ uid, ...outcome })))
    .execute();

  const read = async () => (await administrator.get(address)).body as ShownNumbers & { link: unknown };
  expect(await read()).toMatchObject({
    season: {
      name: '2026',
      numbers: {
        total: 16,
        weeks: [
          { key: '2026-08-31', count: 14 },
          { key: '2026-09-07', count: 2 },
        ],
        department: [{ count: 8 }, { count: 6 }, { key: 'Law', count: 2 }],
        outcome: [
          { key: 'selected', count: 8 },
          { key: 'none', count: 8 },
        ],
      },
    },
    last: null,
    link: null,
  });
  const first = await makeLink(administrator);
  const token = await makeLink(administrator);
  const { season } = await read();
  const row = { id: 'a', name: '2025', endedAt: '2026-01-01T00:00:00.000Z', by: 'administrator', lastSeq: 0 };
  const words = { words: '{}', mail: '{}', movedAt: row.endedAt, clearedAt: null };
  await store.db
    .insertInto('seasons')
    .values({ ...row, ...words, counts: JSON.stringify(season.numbers) })
    .execute();
  expect((await read()).last).toMatchObject({ name: '2025', numbers: season.numbers });
  expect((await read()).link).toEqual({ until: expect.any(String) });
  const open = (secret: string) => portal.visitor().post('/api/numbers', { token: secret });
  expect(await open(first)).toMatchObject(dead);
  const { body, text } = await open(token);
  expect(body).toMatchObject({
    last: { name: '2025', numbers: { department: [{ count: 8 }, { key: 'together', count: 8 }] } },
    season: {
      numbers: {
        total: 16,
        weeks: [{ key: 'together', count: 16 }],
        department: [
          { key: 'Aerospace', count: 8 },
          { key: 'together', count: 8 },
        ],
        // Nobody outside learns of outcomes before they are released.
        outcome: [{ key: 'none', count: 16 }],
      },
    },
  });
  expect(text).not.toMatch(/Asha|Law|@|link/);
  // The link opens nothing else, and no other link opens the numbers.
  expect((await portal.visitor().post('/api/auth/check-reset-link', { token })).status).toBe(400);
  const { body: named } = await administrator.post('/api/admin/hand-over', { email: 'next@club.example' });
  const other = new URL((named as InvitationLink).url).searchParams.get('token') ?? '';
  expect(await open(other)).toMatchObject(dead);

  expect((await administrator.send('DELETE', `${address}/link`)).status).toBe(200);
  expect(await open(token)).toMatchObject(dead);
  const third = await makeLink(administrator);
  clock.pass(89 * 24 * 60 * 60 * 1000);
  expect((await open(third)).status).toBe(200);
  clock.pass(2 * 24 * 60 * 60 * 1000);
  expect(await open(third)).toMatchObject(dead);
  expect((await (await signInAdministrator(portal)).get(address)).body).toMatchObject({ link: null });
});
