import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { freshDatabase } from '../engines.ts';
import { makeFiles } from '../firebase-import.ts';
import { type Runners, run } from './scratch-portal.ts';

/** A portal without members, the files of a Firebase project, and somebody in them. */
async function movingIn() {
  const { dataDir } = await freshDatabase('sqlite');
  const files = await makeFiles();
  const [person] = files.people;
  if (!person) throw new Error('nobody was made');
  return {
    person,
    folder: dirname(files.accounts),
    portal: (command: string, input = '') =>
      run(`printf '%s\\n' "$INPUT" | npm run portal -- ${command}`, {
        DATA_DIR: dataDir,
        AUTH_SECRET: 'a secret of the tests, long enough to be taken',
        INPUT: input,
      }),
  };
}

/** The options that the guide has, for the files in this folder. */
function importOptions(folder: string): string {
  return `--accounts ${folder}/accounts.json --hash-config ${folder}/hash.txt --database ${folder}/database.json --messages ${folder}/messages.csv`;
}

/** Moving in from Firebase, and out again. */
export const firebaseRunners: Runners = {
  'npm run portal -- import firebase --accounts accounts.json --hash-config hash.txt --database database.json --messages messages.csv --rehearse --report report.csv':
    async () => {
      const { portal, folder } = await movingIn();
      const report = join(folder, 'report.csv');
      expect(
        await portal(`import firebase ${importOptions(folder)} --rehearse --report ${report}`),
      ).toContain('Nothing was written.');
      expect(readFileSync(report, 'utf8')).toContain('uid,email,account,record,password,notes');
    },
  'npm run portal -- import firebase --accounts accounts.json --hash-config hash.txt --database database.json --messages messages.csv --check-password you@college.example':
    async () => {
      const { portal, folder, person } = await movingIn();
      const command = `import firebase ${importOptions(folder)} --check-password ${person.email}`;
      expect(await portal(command, person.password)).toMatch(/is right[\s\S]*Imported:/);
    },
  'npm run portal -- import firebase --undo': async () => {
    const { portal, folder } = await movingIn();
    await portal(`import firebase ${importOptions(folder)}`);
    expect(await portal('import firebase --undo')).toContain('Undone: the import of');
  },
  'npm run portal -- export firebase --to firebase-export': async () => {
    const { portal, folder } = await movingIn();
    await portal(`import firebase ${importOptions(folder)}`);
    expect(await portal(`export firebase --to ${folder}/out`)).toMatch(/Exported \d+ accounts/);
    expect(readFileSync(join(folder, 'out', 'hash.txt'), 'utf8')).toBe(
      readFileSync(join(folder, 'hash.txt'), 'utf8'),
    );
  },
};
