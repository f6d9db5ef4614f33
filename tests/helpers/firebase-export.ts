import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { registrationDepartments } from '#domain/departments.ts';
import { tracks } from '#domain/member-choices.ts';
import { years } from '#domain/study-years.ts';
import { type FirebaseHashConfig, firebaseScrypt } from '#server/accounts/firebase-scrypt.ts';
import { newFolder } from './scratch.ts';

/** The ways in which an account or its record is irregular; `complete` is regular. */
export const oddities = [
  'complete',
  'url-safe base64',
  'partial record',
  'numbers as strings',
  'unknown track',
  'undated record',
  'no record',
  'no account',
  'federated',
  'disabled',
  'disabled federated',
  'no email',
  'unconfirmed',
  'email in capitals',
  'unknown department',
  'other email in the record',
  'email of another',
  'name with a comma',
  'submitted',
  'unknown fields',
  'undated account',
  'reviewed',
] as const;
export type Oddity = (typeof oddities)[number];

/** Somebody of a made-up Firebase project. */
export interface FirebasePerson {
  uid: string;
  email: string;
  password: string;
  oddity: Oddity;
}

/** The people, the parameters of their hashes, and the files. */
export interface FirebaseExport {
  people: FirebasePerson[];
  parameters: FirebaseHashConfig;
  accounts: string;
  hashConfig: string;
  database: string;
  messages: string;
}

export interface FirebaseExportOptions {
  /** Each irregularity comes twice by default. */
  count?: number;
  /** Hashes the same password for all, for many accounts that nobody signs in to. */
  onePassword?: boolean;
  /** The password of everybody, instead of one each. */
  password?: string;
  messages?: number;
}

/** Writes the exports of a made-up Firebase project: console, command line and form service. */
export async function makeFiles({
  count = 2 * oddities.length,
  onePassword = false,
  password,
  messages = 3,
}: FirebaseExportOptions = {}): Promise<FirebaseExport> {
  const folder = await newFolder();
  // Firebase's own costs are 8 and 14.
  const cost = { rounds: 1, memCost: 1 };
  const parameters = { signerKey: randomBytes(64), saltSeparator: Buffer.from('Bw==', 'base64'), ...cost };
  const salt = randomBytes(10);
  const hashOfAll = await firebaseScrypt('the-same-for-all', salt, parameters);
  const people = Array.from({ length: count }, (_, index) => ({
    ...personAt(index, onePassword),
    ...(password !== undefined && { password }),
  }));
  const files = {
    accounts: join(folder, 'accounts.json'),
    hashConfig: join(folder, 'hash.txt'),
    database: join(folder, 'database.json'),
    messages: join(folder, 'messages.csv'),
  };

  const users: object[] = [];
  for (const [index, person] of people.entries()) {
    const ownSalt = onePassword ? salt : randomBytes(10);
    const hash = onePassword ? hashOfAll : await firebaseScrypt(person.password, ownSalt, parameters);
    const user = accountOf(person, index, { salt: ownSalt, hash });
    if (user) users.push(user);
  }
  const records = people.map((person, index) => [person.uid, recordOf(person, index)] as const);
  const database = {
    test: { message: 'hello', timestamp: 1 },
    users: Object.fromEntries(records.filter(([, record]) => record)),
    old: [1, { a: '}' }],
  };
  await writeFile(files.accounts, JSON.stringify({ users }, null, 2));
  await writeFile(files.database, JSON.stringify(database));
  await writeFile(files.hashConfig, hashConfigOf(parameters));
  await writeFile(files.messages, messageLines(messages).join('\n'));
  return { people, parameters, ...files };
}

/** The parameters as the console shows them. */
function hashConfigOf({ signerKey, saltSeparator, rounds, memCost }: FirebaseHashConfig): string {
  return `hash_config {
  algorithm: SCRYPT,
  base64_signer_key: ${signerKey.toString('base64')},
  base64_salt_separator: ${saltSeparator.toString('base64')},
  rounds: ${rounds},
  mem_cost: ${memCost},
}
`;
}

function personAt(index: number, onePassword: boolean): FirebasePerson {
  const number = String(index).padStart(6, '0');
  const oddity = oddities[index % oddities.length] ?? 'complete';
  return {
    uid: `fb${number}QlQTKSfnJ3dRSP6IH3ed2`,
    // A copy of the first account of the round.
    email: `student${oddity === 'email of another' ? String(index - 16).padStart(6, '0') : number}@college.example`,
    password: onePassword ? 'the-same-for-all' : `pässword-${number}`,
    oddity,
  };
}

const firstDay = Date.UTC(2025, 7, 1);
const day = 86_400_000;

function urlSafe(base64: string): string {
  return base64.replaceAll('+', '-').replaceAll('/', '_');
}

function accountOf(
  { uid, email, oddity }: FirebasePerson,
  index: number,
  { salt, hash }: { salt: Buffer; hash: Buffer },
): Record<string, unknown> | null {
  if (oddity === 'no account') return null;
  const createdAt = firstDay + (index % 300) * day;
  const encoded = oddity === 'url-safe base64' ? urlSafe : (text: string) => text;
  const federated = oddity === 'federated' || oddity === 'disabled federated' || oddity === 'no email';
  return {
    localId: uid,
    ...(oddity !== 'no email' && { email: oddity === 'email in capitals' ? email.toUpperCase() : email }),
    emailVerified: oddity !== 'unconfirmed',
    ...(!federated && {
      passwordHash: encoded(hash.toString('base64')),
      salt: encoded(salt.toString('base64')),
    }),
    ...(index % 3 > 0 && { displayName: nameOf(oddity, index) }),
    ...(oddity !== 'undated account' && {
      lastSignedInAt: String(createdAt + 9 * day),
      createdAt: String(createdAt),
    }),
    ...(oddity === 'no email' && { phoneNumber: '+911234567890' }),
    disabled: oddity.startsWith('disabled'),
    providerUserInfo: federated
      ? [{ providerId: 'google.com', rawId: `10${index}`, email, displayName: nameOf(oddity, index) }]
      : [],
  };
}

function nameOf(oddity: Oddity, index: number): string {
  return oddity === 'name with a comma' ? `Rao, Asha ${index}` : `Asha Rao ${index}`;
}

function recordOf({ uid: _uid, email, oddity }: FirebasePerson, index: number): object | null {
  if (oddity === 'no record') return null;
  if (oddity === 'partial record') return { fullName: 'Only A Name' };
  const createdAt = new Date(firstDay + (index % 300) * day).toISOString();
  const submitted = oddity === 'submitted' || oddity === 'reviewed';
  return {
    fullName: nameOf(oddity, index),
    email: oddity === 'other email in the record' ? `former.${email}` : email,
    studentId: oddity === 'numbers as strings' ? index : `1SD22CS${index}`,
    department: oddity === 'unknown department' ? 'Astrology' : registrationDepartments[index % 11],
    yearOfStudy: oddity === 'numbers as strings' ? String((index % 4) + 1) : years[index % 4],
    contactNumber: String(9_000_000_000 + index),
    ...(oddity !== 'undated record' && { createdAt }),
    registrationComplete: oddity === 'numbers as strings' ? 'true' : true,
    ...(index % 2 === 0 && {
      developmentTrack: oddity === 'unknown track' ? 'blockchain' : tracks[index % 4],
      trackUpdatedAt: createdAt,
      updatedAt: createdAt,
    }),
    ...(submitted && {
      taskCompleted: true,
      taskCompletedAt: createdAt,
      githubLink: `https://github.com/student${index}/project`,
      projectDescription: 'My project.\nWith two lines.',
      submittedAt: createdAt,
      submissionReviewed: oddity === 'reviewed',
      graded: false,
    }),
    ...(oddity === 'unknown fields' && { theme: 'dark', githubLink: 'javascript:alert(1)' }),
  };
}

function messageLines(count: number): string[] {
  const lines = Array.from(
    { length: count },
    (_, index) =>
      `${index},2025-09-0${1 + (index % 9)} 10:30:0${index % 6},Asha Rao,asha${index}@college.example,"Hello, here is ""it"".\nSecond line ${index}",https://github.com/asha/p${index}`,
  );
  return ['id,date,name,email,message,githubLink', ...lines];
}
