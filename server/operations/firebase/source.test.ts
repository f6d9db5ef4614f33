import { readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeFiles } from '#tests/helpers/firebase-export.ts';
import { newFolder } from '#tests/helpers/scratch.ts';
import { checkKnownPassword, type FirebaseFiles, readFiles } from './source.ts';

const parameters =
  'base64_signer_key: jxspr8Ki0RYycVU8zykbdL==, base64_salt_separator: Bw==, rounds: 8, mem_cost: 14';
const good = {
  'accounts.json': '{"users": [{"localId": "u1", "email": "a@b.example"}]}',
  'hash.txt': `hash_config {\n algorithm: SCRYPT, ${parameters}, }`,
  'database.json': '{"users": {"u1": {"fullName": "Asha"}}}',
  'messages.csv': 'date,name,message\n2025-09-01 10:00:00,Asha,Hello',
};
type Name = keyof typeof good;

/** Writes valid files except for this one, and reads them all. */
async function readWith(name: Name, content: string | Buffer | null) {
  const folder = await newFolder();
  for (const [file, text] of Object.entries({ ...good, [name]: content })) {
    if (text !== null) await writeFile(join(folder, file), text);
  }
  const files: FirebaseFiles = {
    accounts: join(folder, 'accounts.json'),
    hashConfig: join(folder, 'hash.txt'),
    database: join(folder, 'database.json'),
    messages: join(folder, 'messages.csv'),
  };
  try {
    readFiles(files);
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
    expect(await readWith('accounts.json', good['accounts.json'])).toBeNull();
  });

  const hash = 'A'.repeat(24);
  const longSalt = 'QUJD'.repeat(251);
  const wrongUsers: [fields: string, message: string][] = [
    ['"email": 7', 'accounts.json, account 2, uid u1, email: must be text'],
    ['"emailVerified": "yes"', 'account 2, uid u1, emailVerified: must be true or false'],
    ['"createdAt": "2025-09-01"', 'account 2, uid u1, createdAt: must be a time in milli'],
    ['"createdAt": "9999999999999999"', 'uid u1, createdAt: must be a time in milliseconds'],
    ['"disabled": 1', 'account 2, uid u1, disabled: must be true or false'],
    ['"passwordHash": "not base64!"', 'account 2, uid u1, passwordHash: must be base64'],
    [`"passwordHash": "${hash}", "salt": "%"`, 'account 2, uid u1, salt: must be base64'],
    [`"passwordHash": "${hash}", "salt": "${longSalt}"`, 'salt: must be at most 1,000 characters long'],
    ['"passwordHash": "QUJD"', 'uid u1, passwordHash: does not have the length of the sig'],
  ];
  const users: [content: string | Buffer | null, message: string][] = [
    [null, 'accounts.json: there is no such file'],
    ['', 'accounts.json: ends in the middle'],
    ['{"users": [', 'accounts.json: ends in the middle'],
    [Buffer.from('{}', 'utf16le'), 'accounts.json: is not UTF-8 text'],
    [Buffer.from('\ufeff{}', 'utf16le'), 'accounts.json: holds no accounts'],
    ['{"people": []}', 'accounts.json: holds no accounts'],
    ['{"users": [\n7]}', 'accounts.json, account 1: is no account'],
    ['{"users": [{"email": "a@b.example"}]}', 'accounts.json, account 1, localId: '],
    ...wrongUsers.map(([fields, message]): [string, string] => [user(fields), message]),
    ['{"users": [{"localId": "u1"},\n{"localId": "u1"}]}', 'account 2, uid u1: stands in the file twice'],
  ];
  const hashes: typeof users = [
    ['', 'hash.txt, algorithm: must be SCRYPT'],
    [`algorithm: BCRYPT, ${parameters}`, 'hash.txt, algorithm: must be SCRYPT'],
    ['algorithm: SCRYPT, rounds: 8, mem_cost: 14', 'hash.txt, base64_signer_key: must be base64'],
    [
      good['hash.txt'].replace('rounds: 8', 'rounds: 9'),
      'hash.txt, rounds: must be a whole number from 1 to 8',
    ],
    [good['hash.txt'].replace('14', '30'), 'hash.txt, mem_cost: must be a whole number from 1 to 14'],
  ];
  const databases: typeof users = [
    ['{}', 'database.json: holds no node'],
    ['null', 'database.json: holds no node'],
    ['<html>', 'database.json: is not valid JSON: Unexpected token'],
    ['{"users": {\n"u1": {"a": 1],', 'database.json: is not valid JSON'],
    ['{"users": "u1"}', 'database.json, users/: is no record'],
    ['[null, 1]', 'database.json, users/1: is no record'],
    ['{"users": {"u1": {"a": 1}', 'database.json: ends in the middle'],
    ['{"users": {\n"u1": "Asha"}}', 'database.json, users/u1: is no record'],
  ];
  const messages: typeof users = [
    ['', 'messages.csv: holds no header'],
    ['name,message\nAsha,Hello', 'messages.csv, line 1: has no column with the time'],
    ['date,name\nyesterday,Asha', 'messages.csv, line 2, date: must be a date and time'],
    ['date,name\n2025-09-01,"Asha', 'messages.csv, line 2: opens a quotation mark'],
    ['date,name\n2025-09-01,Asha,Rao', 'messages.csv, line 2: has more cells than the header'],
    [
      'Timestamp,name\n25/04/2026 12:00,Asha\n03/04/2026 12:00,Ravi',
      'messages.csv, Timestamp: says 25/04/2026 12:00: add --dates day-first or --dates month-first',
    ],
  ];

  describe.each<[Name, typeof users]>([
    ['accounts.json', users],
    ['hash.txt', hashes],
    ['database.json', databases],
    ['messages.csv', messages],
  ])('such as %s', (name, faults) => {
    it.each(faults)('with %j: %s', async (content, message) => {
      expect(await readWith(name, content)).toContain(message);
    });
  });

  it('hold equal messages twice, and texts that a spreadsheet would have taken for formulas', async () => {
    const { messages: file, ...files } = await makeFiles({ count: 1 });
    const row = "2025-09-01,'=1+1\n";
    await writeFile(file, `date,message\n${row}${row}2025-09-01T00:00:00.000Z,'=1+1`);
    const { messages } = readFiles({ ...files, messages: file });
    expect(messages.map(({ fields }) => fields.get('message'))).toEqual(['=1+1', '=1+1', '=1+1']);
    expect(new Set(messages.map(({ id }) => id)).size).toBe(3);
  });

  it('read dates in the order that is said, and keep both of two columns of one name', async () => {
    const { messages: file, ...files } = await makeFiles({ count: 1 });
    await writeFile(
      file,
      'Timestamp;Name;name;E-mail\r\n03/04/2026 12:00;Asha;A. Rao;a@b.example\r\n25/04/2026;;Ravi;',
    );
    const { messages } = readFiles({ ...files, messages: file, dates: 'day-first' });
    expect(messages.map(({ receivedAt, fields }) => [receivedAt, Object.fromEntries(fields)])).toEqual([
      ['2026-04-03T12:00:00.000Z', { name: 'Asha', 'name (2)': 'A. Rao', 'E-mail': 'a@b.example' }],
      ['2026-04-25T00:00:00.000Z', { name: 'Ravi' }],
    ]);
  });

  it('hold records with numeric keys as an array with gaps', async () => {
    const { database, ...files } = await makeFiles({ count: 1 });
    const users = [null, { fullName: 'Asha', yearOfStudy: '3rd Year' }, null, { fullName: 'Ravi' }];
    for (const root of [users, { users, test: 1 }]) {
      await writeFile(database, JSON.stringify(root));
      expect([...readFiles({ ...files, database }).records.keys()]).toEqual(['1', '3']);
    }
  });

  it('give an address that two accounts have to the one with the record', async () => {
    const { database, hashConfig: _hashConfig, ...files } = await makeFiles({ count: 1 });
    const twins = ['a', 'b'].map((localId) => ({ localId, email: 'a@b.example' }));
    await writeFile(files.accounts, JSON.stringify({ users: twins }));
    await writeFile(database, JSON.stringify({ users: { b: { fullName: 'Asha' } } }));
    expect(readFiles({ ...files, database }).byEmail.get('a@b.example')?.uid).toBe('b');
  });

  it('are refused before they are read if they are too large', async () => {
    const { database, ...files } = await makeFiles({ count: 1 });
    await truncate(database, 257 * 1024 * 1024);
    expect(() => readFiles({ ...files, database })).toThrow('database.json: is larger than 256 MB; split');
  });

  it('need the hash parameters if an account has a password', async () => {
    const { hashConfig: _hashConfig, ...files } = await makeFiles({ count: 1 });
    expect(() => readFiles(files)).toThrow(/uid \S+, passwordHash: needs --hash-config/);
  });

  it('are all reported together, the first twenty by name', async () => {
    const users = Array.from({ length: 30 }, (_, index) => `{"localId": "u${index}", "disabled": 1}`);
    const message = await readWith('accounts.json', `{"users": [${users.join(',\n')}]}`);
    expect(message?.split('\n')).toHaveLength(22);
    expect(message).toContain('account 20, uid u19, disabled');
    expect(message).toContain('… and 10 more');
  });

  it('are detected by a known password, if the signer key belongs to another project', async () => {
    const [ours, theirs] = [await makeFiles({ count: 2 }), await makeFiles({ count: 1 })];
    const [person] = ours.people;
    const known = { email: person?.email.toUpperCase() ?? '', password: person?.password ?? '' };
    const right = readFiles(ours);
    await checkKnownPassword(right, known);
    await expect(checkKnownPassword(right, { ...known, password: 'wrong' })).rejects.toThrow(
      'not the password of',
    );
    await expect(checkKnownPassword(right, { ...known, email: 'no@body.example' })).rejects.toThrow(
      'no password for',
    );
    await writeFile(ours.hashConfig, await readFile(theirs.hashConfig));
    const wrong = readFiles(ours);
    await expect(checkKnownPassword(wrong, known)).rejects.toThrow('base64_signer_key');
  });
});
