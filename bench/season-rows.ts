import { ensureAdministrator } from '#server/accounts/administrator.ts';
import { compose } from '#server/compose.ts';
import { readConfig } from '#server/config/config.ts';
import { createLog } from '#server/log/log.ts';
import { openStore } from '#server/store/open.ts';
import { endTheSeason } from '#tests/helpers/season-end.ts';
import { seedMembers } from '../scripts/seed-members.ts';
import { administratorCookie, administratorPassword, ask, withData, withPortal } from './portal.ts';
import { median, type Row, timed } from './row.ts';

const seasons = 10;
const members = 2_000;
const turns = 15;
const paths = {
  list: 'members',
  search: 'members?q=rohan%20nair',
  summary: 'summary',
  trash: 'trash',
};

/** Row q: two portals of the same size, of which one has ten past seasons, in turn. */
export function seasonRows(): Promise<Row[]> {
  return withData(members, (fresh) =>
    withData(members, async (old) => {
      await endSeasons(old);
      const places = [fresh, old];
      const starts = places.map((): number[] => []);
      // The first turn fills the compile cache.
      for (let turn = 0; turn <= 5; turn += 1)
        for (const [index, dataDir] of places.entries())
          await withPortal({ dataDir }, async ({ startTime }) => {
            if (turn > 0) starts[index]?.push(startTime);
          });
      const rows = [ratio('start', starts)];
      await withPortal({ dataDir: fresh }, ({ url }) =>
        withPortal({ dataDir: old }, async (other) => {
          const portals = await Promise.all(
            [url, other.url].map(async (at) => ({ at, cookie: await administratorCookie(at) })),
          );
          for (const [what, path] of Object.entries(paths)) {
            const times = portals.map((): number[] => []);
            for (let turn = 0; turn < turns; turn += 1)
              for (const [index, { at, cookie }] of portals.entries()) {
                const request = { method: 'GET', path: `/api/admin/${path}`, headers: { cookie } } as const;
                times[index]?.push(await timed(async () => (await ask(at, request)).arrayBuffer()));
              }
            rows.push(ratio(what, times));
          }
        }),
      );
      return rows;
    }),
  );
}

function ratio(what: string, times: readonly number[][]): Row {
  const [without = Number.NaN, withPast = Number.NaN] = times.map((all) => median(all));
  return {
    id: `q ${what}`,
    what: `${what} with ${seasons} past seasons of ${members}, of its time without`,
    ...{ value: withPast / without, unit: 'times', bound: { atMost: 1.5 } },
    note: `${withPast.toFixed(1)} ms of ${without.toFixed(1)} ms`,
  };
}

/** Ends so many seasons of seeded members, and leaves another one. */
async function endSeasons(dataDir: string): Promise<void> {
  const config = readConfig({
    DATA_DIR: dataDir,
    PORTAL_URL: 'http://127.0.0.1',
    ADMIN_PASSWORD: administratorPassword,
  });
  const store = openStore({ dataDir });
  try {
    await ensureAdministrator(store, config);
    const deps = compose(config, createLog('silent'), store);
    for (let ended = 0; ended < seasons; ended += 1) {
      await endTheSeason({ deps });
      await seedMembers(store, members);
    }
    // Emails are kept for weeks, and seasons are a year apart.
    await store.db.deleteFrom('mail_outbox').execute();
    await store.scrub();
  } finally {
    await store.close();
  }
}
