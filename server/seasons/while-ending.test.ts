import { expect, it } from 'vitest';
import { placeTexts } from '#domain/places.ts';
import type { SeasonList } from '#domain/seasons.ts';
import { takeBackup } from '#server/operations/backup.ts';
import { restore } from '#server/operations/transfer.ts';
import { openTestApp, registerPerson, signIn, signInAdministrator } from '#tests/helpers/app.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { dataFaults, rowsOf } from '#tests/helpers/records.ts';
import { decide, releaseNow } from '#tests/helpers/results.ts';
import { newFolder } from '#tests/helpers/scratch.ts';
import { refusedWith } from '#tests/helpers/visitor.ts';
import { endSeason } from './end-season.ts';
import { moveSeasons } from './move-season.ts';

describeEachEngine('a season that is just ending', (engine) => {
  it('has ended for who confirms or signs in, and goes on after a restore from its middle', async () => {
    const portal = await openTestApp(engine);
    const lead = await signInAdministrator(portal);
    const [asha, ravi] = [await registerPerson(portal), await registerPerson(portal)];
    await decide(lead, [asha.uid], 'selected');
    expect((await releaseNow(lead, { answerBy: 5 })).status).toBe(200);
    const { store, deps } = portal;
    const { dataDir, databaseUrl, adminUid } = deps.config;
    const members = async () => (await rowsOf(store, 'members')).map(({ uid }) => uid).toSorted();
    const everybody = await members();
    const before = await takeBackup(store, await newFolder());

    const { current } = (await lead.get('/api/admin/seasons')).body as SeasonList;
    await endSeason(deps, adminUid, { confirm: current, keep: [] });
    const during = await takeBackup(store, await newFolder());
    // An answer that was saved now would make nobody a member of the club.
    expect(await asha.post('/api/me/place', { answer: 'yes' })).toMatchObject(
      refusedWith(409, 'SEASON_ENDED', { message: placeTexts.seasonEnded }),
    );
    const device = await signIn(portal, ravi.registration.email, ravi.registration.password);
    async function finish(): Promise<void> {
      await moveSeasons(deps);
      expect(await members()).toEqual([]);
      expect(await rowsOf(store, 'closed_accounts')).toHaveLength(2);
      expect((await rowsOf(store, 'past_records')).every(({ document }) => document)).toBe(true);
      expect(await dataFaults(store)).toEqual([]);
    }
    await finish();
    expect((await device.get('/api/me')).status).toBe(401);
    await restore({ dataDir, databaseUrl }, during);
    expect(await members()).toEqual(everybody);
    // As the next start does.
    await finish();
    await restore({ dataDir, databaseUrl }, before);
    expect([await members(), await rowsOf(store, 'seasons')]).toEqual([everybody, []]);
  });
});
