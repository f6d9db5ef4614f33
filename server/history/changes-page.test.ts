import { expect, it } from 'vitest';
import type { ChangesPage } from '#domain/changes.ts';
import { openActors, openTestApp } from '#tests/helpers/app.ts';

it('the history ends with its first change, also at the end of a page', async () => {
  const { member, administrator } = await openActors(await openTestApp('sqlite'));
  await member.put('/api/me/track', { developmentTrack: 'web' });
  const read = async (query: string) =>
    (await administrator.get(`/api/admin/changes?uid=${member.uid}&${query}`)).body as ChangesPage;
  const first = await read('limit=1');
  expect(first.changes).toMatchObject([{ kind: 'track-selected' }]);
  const second = await read(`limit=1&cursor=${first.nextCursor}`);
  expect(second).toMatchObject({ changes: [{ kind: 'registered' }], nextCursor: null });
});
