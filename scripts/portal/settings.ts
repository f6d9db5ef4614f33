import { mkdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type SettingsPart, type SettingsValue, settingsPartNames } from '#domain/settings.ts';
import { contentFiles, partsOf, readParts } from '#server/config/content.ts';
import { OperatorError } from '#server/config/operator-error.ts';
import { Refusal } from '#server/http/refusal.ts';
import { fitted } from '#server/settings/settings-routes.ts';
import { readPart, savePart } from '#server/settings/settings-store.ts';
import { type Call, type Command, save, typedPath, UsageError, withPortal } from './command.ts';

export const settingsExport: Command = {
  name: 'settings export',
  usage: 'FOLDER',
  example: 'my-settings',
  about: 'write the settings as files in the form of content/, without the password of the mail server',
  operands: 1,
  run: (call) =>
    withPortal(call, async (_store, content) => {
      const folder = folderOf(call);
      const parts = partsOf(content);
      for (const part of settingsPartNames) {
        const file = join(folder, contentFiles[part]);
        await mkdir(dirname(file), { recursive: true });
        await save(file, `${JSON.stringify(parts[part], null, 2)}\n`);
      }
      call.report({ folder });
      call.console.log(`The settings are in ${folder}.`);
    }),
};

export const settingsImport: Command = {
  name: 'settings import',
  usage: 'FOLDER',
  example: 'my-settings',
  about: 'take over the settings from files in the form of content/; parts without a file stay',
  operands: 1,
  run: (call) =>
    withPortal(call, async (store, content) => {
      const folder = folderOf(call);
      const read = Object.entries(readParts(folder)) as [SettingsPart, SettingsValue][];
      const parts = read.map(
        ([part, value]) => [part, checked(call, join(basename(folder), contentFiles[part]), value)] as const,
      );
      if (parts.length === 0) throw new OperatorError(`There is no file of settings in ${folder}.`);
      const changed = await store.transact(async (trx) => {
        await trx.changes.lock();
        const names: SettingsPart[] = [];
        for (const [part, value] of parts) {
          const { version } = await readPart(trx, content, part);
          const saved = await savePart(trx, content, { part, value, version, actor: call.config.adminUid });
          if (saved.version !== version) names.push(part);
        }
        return names;
      });
      call.report({ changed });
      call.console.log(changed.length === 0 ? 'Nothing has changed.' : `Changed: ${changed.join(', ')}`);
    }),
};

function folderOf(call: Call): string {
  const [folder] = call.operands;
  if (!folder) throw new UsageError('a folder is needed, such as ./my-settings');
  return typedPath(call, folder);
}

/** Refuses as the pages do: a form that the contact page needs, a mail server without a sender. */
function checked({ config }: Call, file: string, value: SettingsValue): SettingsValue {
  try {
    return fitted(config, value);
  } catch (error) {
    throw error instanceof Refusal ? new OperatorError(`${file}: ${error.field}: ${error.message}`) : error;
  }
}
