import { describe, expect, it } from 'vitest';
import { takeBackup } from '#server/operations/backup.ts';
import { openTestApp, signInAdministrator, type TestApp } from '#tests/helpers/app.ts';
import { freshDatabase } from '#tests/helpers/engines.ts';
import { placeVariables, runPortal } from '#tests/helpers/portal-command.ts';
import { addSelected, inMinutes, makeDue, releaseNow, resultsOf } from '#tests/helpers/results.ts';
import { newFolder } from '#tests/helpers/scratch.ts';
import { releaseIfDue } from './rounds.ts';

async function openDecided(env = {}) {
  const portal = await openTestApp('sqlite', { env });
  return { portal, ...(await addSelected(portal, 14)) };
}

/** A portal on another machine, from a backup of this one. */
async function restored({ store }: TestApp) {
  const file = await takeBackup(store, await newFolder());
  const place = await freshDatabase('sqlite', 'empty');
  const { code, out } = await runPortal(['restore', file], placeVariables(place));
  expect(code).toBe(0);
  const portal = await openTestApp('sqlite', { place });
  return { out, portal, administrator: await signInAdministrator(portal) };
}

describe('a portal that was restored from a backup', () => {
  it('does not release what the backup had planned until it is planned again', async () => {
    const before = await openDecided();
    expect((await releaseNow(before.administrator, { at: inMinutes(10) })).status).toBe(200);
    await makeDue(before.portal);
    const { out, portal, administrator } = await restored(before.portal);
    expect(out).toContain(
      'A release of the results was planned for 2026-01-01T00:00:00.000Z. It is cancelled',
    );
    expect(await releaseIfDue(portal.deps)).toBe(false);
    const cancelled = { plannedFor: null, cancelledPlan: '2026-01-01T00:00:00.000Z', releasedAt: null };
    expect(await resultsOf(administrator)).toMatchObject({ rounds: [cancelled] });
    const plannedFor = inMinutes(10);
    const planned = await releaseNow(administrator, { at: plannedFor });
    expect(planned.body).toMatchObject({ rounds: [{ plannedFor, cancelledPlan: null }] });
    await makeDue(portal);
    expect(await releaseIfDue(portal.deps)).toBe(true);
  });

  it('sends none of the bulk emails that were waiting until somebody continues them', async () => {
    const before = await openDecided({ BULK_MAIL_PER_DAY: '10' });
    expect((await releaseNow(before.administrator)).status).toBe(200);
    await before.portal.deps.outbox.deliverDue();
    const { out, portal, administrator } = await restored(before.portal);
    expect(out).toContain('Bulk emails that had not been sent when the backup was made are stopped: 4.');
    await portal.deps.outbox.deliverDue();
    expect(await resultsOf(administrator)).toMatchObject({
      rounds: [{ releasedAt: expect.any(String) }],
      emails: { sent: 10, stopped: 4, waiting: 0 },
    });
    await administrator.patch('/api/admin/results/emails', { stopped: false });
    await portal.deps.outbox.deliverDue();
    expect(await resultsOf(administrator)).toMatchObject({ emails: { sent: 14, stopped: 0 } });
  });

  it('says nothing about a release or emails if there were none', async () => {
    const { out } = await restored((await openDecided()).portal);
    expect(out).not.toMatch(/release|Emails/);
  });
});
