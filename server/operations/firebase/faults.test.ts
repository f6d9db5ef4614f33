import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeFiles, scratchFolder } from '#tests/helpers/firebase-import.ts';
import { checkKnownPassword } from './known-password.ts';
import { type FirebaseFiles, readFiles } from './read-files.ts';

const parameters =
  'base64_signer_key: jxspr8Ki0RYycVU8zykbdL==, base64_salt_separator: Bw==, rounds: 8, mem_cost: 14';
const good = {
  'accounts.json': '{"users": [{"localId": "u1", "email": "a@b.example"}]}',
  'accounts.csv': `u1,a@b.example,${','.repeat(25)}`,
  'hash.txt': `hash_config {\n algorithm: SCRYPT, ${parameters}, }`,
  'database.json': '{"users": {"u1": {"fullName": "Asha"}}}',
  'messages.csv': 'date,name,message\n2025-09-01 10:00:00,Asha,Hello',
};
type Name = keyof typeof good;

/** Writes valid files except for this one, and reads them all. */
async function readWith(name: Name, content: string | Buffer | null) {
  const folder = scratchFolder('faults');
  await mkdir(folder);
  for (const [file, text] of Object.entries({ ...good, [name]: content })) {
    if (text !== null) await writeFile(join(folder, file), text);
  }
  const files: FirebaseFiles = {
    accounts: join(folder, name === 'accounts.csv' ? name : 'accounts.json'),
    hashConfig: join(folder, 'hash.txt'),
    database: join(folder, 'database.json'),
    messages: join(folder, 'messages.csv'),
  };
  try {
    (await readFiles(files)).staging.close();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message.replaceAll(`${folder}/`, '') : String(error);
  }
}

function user(fields: string): string {
  return `{"users": [\n{"localId": "u0"},\n{"localId": "u1", ${fields}}]}`;
}

describe('files that cannot be imported', () => {
  it('are distinguished from those that can', async () => {
    for (const [name, content] of Object.entries(good)) {
      expect([name, await readWith(name as Name, content)]).toEqual([name, null]);
    }
  });

  const hash = 'A'.repeat(24);
  const faults: [Name, string | Buffer | null, string][] = [
    ['accounts.json', null, 'accounts.json: there is no such file'],
    ['accounts.json', '', 'accounts.json, line 1: ends in the middle'],
    ['accounts.json', '{"users": [', 'accounts.json, line 1: ends in the middle'],
    ['accounts.json', Buffer.from('\ufeff{}', 'utf16le'), 'accounts.json: is not UTF-8 text'],
    ['accounts.json', '{"people": []}', 'accounts.json: holds no accounts'],
    ['accounts.json', '{"users": [\n7]}', 'accounts.json, line 2: is no account'],
    ['accounts.json', '{"users": [{"email": "a@b.example"}]}', 'accounts.json, line 1, localId: '],
    ['accounts.json', user('"email": 7'), 'accounts.json, line 3, uid u1, email: must be text'],
    ['accounts.json', user('"emailVerified": "yes"'), 'line 3, uid u1, emailVerified: must be true or false'],
    [
      'accounts.json',
      user('"createdAt": "2025-09-01"'),
      'line 3, uid u1, createdAt: must be a time in milli',
    ],
    [
      'accounts.json',
      user('"createdAt": "9999999999999999"'),
      'uid u1, createdAt: must be a time in milliseconds',
    ],
    ['accounts.json', user('"disabled": 1'), 'line 3, uid u1, disabled: must be true or false'],
    ['accounts.json', user('"passwordHash": "not base64!"'), 'line 3, uid u1, passwordHash: must be base64'],
    ['accounts.json', user(`"passwordHash": "${hash}", "salt": "%"`), 'line 3, uid u1, salt: must be base64'],
    [
      'accounts.json',
      user('"passwordHash": "QUJD"'),
      'uid u1, passwordHash: does not have the length of the sig',
    ],
    [
      'accounts.json',
      user('"providerUserInfo": {}'),
      'uid u1, providerUserInfo: must be a list of providers',
    ],
    [
      'accounts.json',
      '{"users": [{"localId": "u1"},\n{"localId": "u1"}]}',
      'line 2, uid u1: stands in the file twice',
    ],
    ['accounts.csv', 'u1,a@b.example\n', 'accounts.csv, line 1: has 2 columns instead of 26 to 28'],
    [
      'accounts.csv',
      `u1,a@b.example,maybe${','.repeat(24)}`,
      'line 1, uid u1, emailVerified: must be true or false',
    ],
    ['hash.txt', '', 'hash.txt, algorithm: must be SCRYPT'],
    ['hash.txt', `algorithm: BCRYPT, ${parameters}`, 'hash.txt, algorithm: must be SCRYPT'],
    ['hash.txt', 'algorithm: SCRYPT, rounds: 8, mem_cost: 14', 'hash.txt, base64_signer_key: must be base64'],
    [
      'hash.txt',
      good['hash.txt'].replace('rounds: 8', 'rounds: 9'),
      'hash.txt, rounds: must be a whole number from 1 to 8',
    ],
    [
      'hash.txt',
      good['hash.txt'].replace('14', '30'),
      'hash.txt, mem_cost: must be a whole number from 1 to 14',
    ],
    ['database.json', '{}', 'database.json: holds no node'],
    ['database.json', 'null', 'database.json, line 1: does not begin with {'],
    ['database.json', '[1]', 'database.json, line 1, users/0: is no record'],
    ['database.json', '{"users": {"u1": {"a": 1}', 'database.json, line 1: ends in the middle'],
    ['database.json', '{"users": {\n"u1": "Asha"}}', 'database.json, line 2, users/u1: is no record'],
    [
      'database.json',
      '{"users": {"u1": {},\n"u1": {}}}',
      'database.json, line 2, users/u1: stands in the file twice',
    ],
    ['messages.csv', '', 'messages.csv: holds no header'],
    ['messages.csv', 'name,message\nAsha,Hello', 'messages.csv, line 1: has no column with the time'],
    ['messages.csv', 'date,name\nyesterday,Asha', 'messages.csv, line 2, date: must be a date and time'],
    ['messages.csv', 'date,name\n2025-09-01,"Asha', 'messages.csv, line 2: opens a quotation mark'],
  ];
  it.each(faults)('%s with %j: %s', async (name, content, message) => {
    expect(await readWith(name, content)).toContain(message);
  });

  it('need the hash parameters if an account has a password', async () => {
    const { hashConfig: _hashConfig, ...files } = await makeFiles({ count: 1 });
    await expect(readFiles(files)).rejects.toThrow(/uid \S+, passwordHash: needs --hash-config/);
  });

  it('are all reported at once, the first twenty by name', async () => {
    const users = Array.from({ length: 30 }, (_, index) => `{"localId": "u${index}", "disabled": 1}`);
    const message = await readWith('accounts.json', `{"users": [${users.join(',\n')}]}`);
    expect(message?.split('\n')).toHaveLength(22);
    expect(message).toContain('line 20, uid u19, disabled');
    expect(message).toContain('… and 10 more');
  });

  it('are detected by a known password, if the signer key belongs to another project', async () => {
    const [ours, theirs] = [await makeFiles({ count: 2 }), await makeFiles({ count: 1 })];
    const [person] = ours.people;
    const known = { email: person?.email.toUpperCase() ?? '', password: person?.password ?? '' };
    const right = await readFiles(ours);
    await checkKnownPassword(right, known);
    await expect(checkKnownPassword(right, { ...known, password: 'wrong' })).rejects.toThrow(
      'not the password of',
    );
    await expect(checkKnownPassword(right, { ...known, email: 'no@body.example' })).rejects.toThrow(
      'no password for',
    );
    right.staging.close();
    await writeFile(ours.hashConfig, await readFile(theirs.hashConfig));
    const wrong = await readFiles(ours);
    await expect(checkKnownPassword(wrong, known)).rejects.toThrow('base64_signer_key');
    wrong.staging.close();
  });
});
