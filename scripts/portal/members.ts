import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { type Profile, profile } from '#domain/profile.ts';
import { correctMember } from '#server/accounts/correct-member.ts';
import { findMemberBy, removeMember } from '#server/accounts/member-data.ts';
import { contentFolder, loadContent } from '#server/content.ts';
import { removeMailFiles } from '#server/mail/retention.ts';
import { takeBackup } from '#server/operations/backup.ts';
import { endSeason, seasonCounts } from '#server/operations/season.ts';
import { verifyBackup } from '#server/operations/verify-backup.ts';
import { OperatorError } from '#server/operator-error.ts';
import type { Store } from '#server/store/open.ts';
import { exportMembers } from '../export-members.ts';
import { seedMembers } from '../seed-members.ts';
import { type Call, type Command, typedPath, UsageError, wholeNumber, withPortal } from './command.ts';

export const exportCsv: Command = {
  name: 'export',
  usage: '[--to FILE]',
  about: 'all members as CSV, to a file or to standard output',
  options: ['to'],
  async run(call) {
    const { to } = call.options;
    const target = to === undefined ? call.process.stdout : typedPath(call, to);
    await withPortal(call, (store) => exportMembers(store, target));
  },
};

export const seed: Command = {
  name: 'seed',
  usage: '--members N',
  about: 'add N made-up members, for trying things out',
  options: ['members'],
  async run(call) {
    const members = wholeNumber('members', call.options.members);
    await withPortal(call, (store) => seedMembers(store, members));
    call.console.log(`Added ${members} members.`);
  },
};

const fieldNames = Object.keys(profile.shape).join(', ');

export const correct: Command = {
  name: 'members correct',
  usage: 'UID|EMAIL FIELD=VALUE',
  about: `correct a member's record, with an entry in the change log; a field is one of ${fieldNames}`,
  operands: 2,
  async run(call) {
    const [who, assignment = ''] = call.operands;
    const [, field = '', text = ''] = /^(\w+)=(.*)$/s.exec(assignment) ?? [];
    if (who === undefined || !Object.hasOwn(profile.shape, field)) {
      throw new UsageError(`members correct takes a member and FIELD=VALUE; a field is one of ${fieldNames}`);
    }
    const parsed = z.partial(profile).safeParse({ [field]: field === 'yearOfStudy' ? Number(text) : text });
    if (!parsed.success) throw new UsageError(`${field}: ${parsed.error.issues[0]?.message}`);
    await withPortal(call, async (store) => {
      const { uid, fullName } = await memberNamed(store, who);
      const content = loadContent(contentFolder);
      await correctMember({ store, config: call.config, content }, uid, parsed.data as Partial<Profile>);
      call.console.log(`Corrected ${field} of ${fullName} (${uid}).`);
    });
  },
};

export const remove: Command = {
  name: 'members remove',
  usage: 'UID|EMAIL',
  about: 'remove a member with account, messages and mails; the log keeps when, and forgets what',
  operands: 1,
  async run(call) {
    const [who] = call.operands;
    if (who === undefined) throw new UsageError("members remove takes a member's id or email address");
    await withPortal(call, async (store) => {
      const { uid, fullName } = await memberNamed(store, who);
      const mails = await store.transact((trx) => removeMember(trx, uid, call.config.adminUid));
      await removeMailFiles(call.config.dataDir, mails ?? []);
      call.console.log(`Removed ${fullName} (${uid}). Backups made before still hold the record.`);
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
    withPortal(call, async (store) => {
      const counts = await seasonCounts(store.db);
      const what = `${counts.members} members, ${counts.messages} messages and ${counts.changes} changes`;
      if (call.flags.has('rehearse')) {
        call.console.log(`This would archive and then remove ${what}. Nothing was changed. To do it:`);
        call.console.log(`npm run portal -- season end --members ${counts.members}`);
        return;
      }
      if (call.options.members !== String(counts.members)) {
        throw new UsageError(
          `There are ${counts.members} members: season end takes --rehearse, or --members ${counts.members}`,
        );
      }
      const folder = await archive(call, store);
      const removed = await endSeason(store, call.config.adminUid);
      call.console.log(
        `Archived to ${folder}, then removed ${removed.members} members. The administrator stays.`,
      );
    }),
};

/**
 * The members as CSV are left out where backups are encrypted: they would lie beside the backup in clear.
 * @returns a new folder with a verified backup and the members as CSV
 */
async function archive({ config }: Call, store: Store): Promise<string> {
  const folder = join(config.dataDir, 'seasons', new Date().toISOString().replace(/[:.]/g, '-'));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await verifyBackup(await takeBackup(store, folder, config), config);
  if (config.backupPassphrase === undefined) await exportMembers(store, join(folder, 'members.csv'));
  return folder;
}
