import { pipeline } from 'node:stream/promises';
import { memberExportQuery } from '#domain/member-list.ts';
import { rehearsalLines, seasonEnd as seasonEndRule } from '#domain/seasons.ts';
import { timeZoneOf } from '#server/config/config.ts';
import type { Content } from '#server/config/content.ts';
import { OperatorError } from '#server/config/operator-error.ts';
import { byteOrderMark } from '#server/http/csv.ts';
import { Refusal } from '#server/http/refusal.ts';
import { membersAsCsv } from '#server/members/member-export.ts';
import { endSeason } from '#server/seasons/end-season.ts';
import { moveSeasons } from '#server/seasons/move-season.ts';
import { rehearseSeasonEnd } from '#server/seasons/rehearsal.ts';
import type { Store } from '#server/store/open.ts';
import { seedMembers } from '../seed-members.ts';
import { type Call, type Command, save, typedPath, UsageError, wholeNumber, withPortal } from './command.ts';

export const exportCsv: Command = {
  name: 'export',
  usage: '[members] [--to FILE] [--for-spreadsheet]',
  example: 'members --to members.csv',
  about:
    'all members as CSV, to a file or to standard output; Excel keeps IDs and phone numbers of the second form',
  operands: 1,
  options: ['to'],
  flags: ['for-spreadsheet'],
  async run(call) {
    const { to } = call.options;
    const [what = 'members'] = call.operands;
    if (what !== 'members') throw new UsageError(`export takes members, not ${what}`);
    if (to === undefined && call.json) throw new UsageError('export takes --to FILE with --json');
    const spreadsheet = call.flags.has('for-spreadsheet');
    await withPortal(call, async (store, content) => {
      if (to === undefined)
        await pipeline(csvOf({ ...call, content }, store, spreadsheet), call.process.stdout, { end: false });
      else {
        const file = typedPath(call, to);
        await save(file, csvOf({ ...call, content }, store, spreadsheet));
        call.report({ file });
      }
    });
  },
};

export const seed: Command = {
  name: 'seed',
  usage: '--members N',
  example: '--members 200',
  about: 'add N made-up members, for trying things out',
  options: ['members'],
  async run(call) {
    const members = wholeNumber('members', call.options.members);
    await withPortal(call, async (store) => {
      await refuseRealPortal(store, call);
      await seedMembers(store, members);
    });
    call.report({ members });
    call.console.log(`Added ${members} members.`);
  },
};

async function refuseRealPortal({ db }: Store, { config }: Call): Promise<void> {
  const real = await db
    .selectFrom('members')
    .select('uid')
    .where('email', 'not like', '%@seed.example')
    .executeTakeFirst();
  if (!real && (config.demo || !config.https)) return;
  throw new OperatorError(
    `This is a real portal: ${real ? 'it has members who are not made up' : 'PORTAL_URL is a public address'}. To try things out, set DATA_DIR to another folder.`,
  );
}

export const seasonEnd: Command = {
  name: 'season end',
  usage: '--rehearse or --members N [--keep UID,UID]',
  example: '--rehearse',
  about:
    'make the season a past one and close the accounts of all but members of the club; N is how many members there are',
  options: ['members', 'keep'],
  flags: ['rehearse'],
  run: (call) =>
    withPortal(call, async (store, content) => {
      const deps = { store, content, config: call.config };
      const found = await rehearseSeasonEnd(store.db, deps);
      call.report(found);
      const { season, members, closed } = found;
      if (call.flags.has('rehearse')) {
        call.console.log(
          `This would end the season ${season} of ${members} members and close ${closed} accounts.`,
        );
        for (const line of rehearsalLines(found)) call.console.log(`- ${line}`);
        call.console.log('Nothing was changed. To do it:');
        call.console.log(`npm run portal -- season end --members ${members}`);
        return;
      }
      if (call.options.members !== String(members))
        throw new UsageError(
          `There are ${members} members: season end takes --rehearse, or --members ${members}`,
        );
      const keep = (call.options.keep ?? '').split(',').filter(Boolean);
      const asked = seasonEndRule.parse({ confirm: season, keep });
      await endSeason(deps, call.config.adminUid, asked).catch((error: unknown) => {
        throw error instanceof Refusal ? new UsageError(error.message) : error;
      });
      await moveSeasons(deps);
      call.console.log(
        `The season ${season} has ended, and ${closed} accounts are closed. The administrator stays.`,
      );
    }),
};

/** All members as in the administrator's export. */
async function* csvOf(
  from: Pick<Call, 'config'> & { content: Content },
  { db }: Store,
  spreadsheet = false,
): AsyncGenerator<string> {
  yield byteOrderMark;
  const context = { tasks: from.content.tasks, timeZone: timeZoneOf(from) };
  yield* membersAsCsv(db, context, { ...memberExportQuery.parse({}), spreadsheet });
}
