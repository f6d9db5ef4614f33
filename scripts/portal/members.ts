import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { memberExportQuery } from '#domain/member-list.ts';
import { counted } from '#domain/plural.ts';
import { closedDays } from '#domain/trash.ts';
import { findMemberBy } from '#server/accounts/member-data.ts';
import { removeMembers } from '#server/accounts/removal.ts';
import { timeZoneOf } from '#server/config/config.ts';
import type { Content } from '#server/config/content.ts';
import { OperatorError } from '#server/config/operator-error.ts';
import { byteOrderMark } from '#server/http/csv.ts';
import { dropOldMailFiles } from '#server/mail/retention.ts';
import { membersAsCsv } from '#server/members/member-export.ts';
import { takeBackup, timestamp } from '#server/operations/backup.ts';
import { openPortal } from '#server/operations/data-location.ts';
import { endSeason, type SeasonCounts, seasonCounts } from '#server/operations/season.ts';
import { verifyBackup } from '#server/operations/verify-backup.ts';
import type { Store } from '#server/store/open.ts';
import { seedMembers } from '../seed-members.ts';
import { type Call, type Command, save, typedPath, UsageError, wholeNumber, withPortal } from './command.ts';

export const exportCsv: Command = {
  name: 'export',
  usage: '[members] [--to FILE] [--for-spreadsheet]',
  about:
    'all members as CSV, to a file or to standard output; Excel keeps IDs and phone numbers of the second form',
  operands: 1,
  options: ['to'],
  flags: ['for-spreadsheet'],
  async run(call) {
    const { to } = call.options;
    const [what = 'members'] = call.operands;
    if (what !== 'members') throw new UsageError(`export takes members, not ${what}`);
    const spreadsheet = call.flags.has('for-spreadsheet');
    await withPortal(call, async (store, content) => {
      if (to === undefined)
        await pipeline(csvOf({ ...call, content }, store, spreadsheet), call.process.stdout, { end: false });
      else await save(typedPath(call, to), csvOf({ ...call, content }, store, spreadsheet));
    });
  },
};

export const seed: Command = {
  name: 'seed',
  usage: '--members N',
  about: 'add N made-up members, for trying things out',
  options: ['members'],
  async run(call) {
    const members = wholeNumber('members', call.options.members);
    await withPortal(call, async (store) => {
      await refuseRealPortal(store, call);
      await seedMembers(store, members);
    });
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

export const remove: Command = {
  name: 'members remove',
  usage: 'UID|EMAIL [--confirmed]',
  about: `put a member with account, messages and emails into the trash, for ${closedDays.removed} days`,
  operands: 1,
  flags: ['confirmed'],
  async run(call) {
    const [who] = call.operands;
    if (who === undefined) throw new UsageError("members remove takes a member's id or email address");
    await withPortal(call, async (store) => {
      const { uid, fullName } = await memberNamed(store, who);
      if (!call.flags.has('confirmed'))
        throw new UsageError(
          `This would put ${fullName} (${uid}) into the trash. To do it: npm run portal -- members remove ${who} --confirmed`,
        );
      await removeMembers({ store, config: call.config }, [uid], call.config.adminUid);
      call.console.log(
        `Removed ${fullName} (${uid}). For ${closedDays.removed} days the trash at /admin restores the member, or removes them for good. Earlier backups still contain the record.`,
      );
    });
  },
};

async function memberNamed(store: Store, who: string) {
  const member = await findMemberBy(store.db, who);
  if (!member) throw new OperatorError(`There is no member ${who}.`);
  return member;
}

export const seasonEnd: Command = {
  name: 'season end',
  usage: '--rehearse or --members N',
  about: 'archive everything, then remove all members, messages and changes; N is how many there are',
  options: ['members'],
  flags: ['rehearse'],
  run: (call) =>
    withPortal(call, async (store, content) => {
      const counts = await seasonCounts(store.db);
      const what = `${counts.members} members, ${counts.messages} messages and ${counts.changes} changes`;
      if (call.flags.has('rehearse')) {
        if (counts.unsent > 0) call.console.log(`${unsentMails(counts)}, and would never be.`);
        call.console.log(`This would archive and then remove ${what}. Nothing was changed. To do it:`);
        call.console.log(`npm run portal -- season end --members ${counts.members}`);
        return;
      }
      if (call.options.members !== String(counts.members)) {
        throw new UsageError(
          `There are ${counts.members} members: season end takes --rehearse, or --members ${counts.members}`,
        );
      }
      const folder = join(call.config.dataDir, 'seasons', timestamp());
      const removed = await endSeason(store, call.config.adminUid, () => archive(call, content, folder));
      await dropOldMailFiles(store.db, call.config, Date.now());
      if (removed.unsent > 0) call.console.log(`${unsentMails(removed)}, and never will be.`);
      call.console.log(
        `Archived to ${folder}, then removed ${removed.members} members. The administrator stays.`,
      );
      if (removed.kept > 0)
        call.console.log(
          `${counted(removed.kept, 'member', 'members')} registered or wrote something meanwhile and stayed: end the season again for them.`,
        );
    }),
};

function unsentMails({ unsent }: SeasonCounts): string {
  return counted(unsent, 'email was not sent', 'emails were not sent');
}

/**
 * Fills the folder, in place of an earlier archive there, with a verified backup and the members as CSV. These are left out
 * where backups are encrypted: they would lie beside the backup in clear.
 */
async function archive({ config }: Call, content: Content, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const store = await openPortal(config);
  try {
    await verifyBackup(await takeBackup(store, folder, config), config);
    if (config.backupPassphrase === undefined)
      await save(join(folder, 'members.csv'), csvOf({ config, content }, store));
  } finally {
    await store.close();
  }
}

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
