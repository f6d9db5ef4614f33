import { describe, expect, it } from 'vitest';
import { storeAt } from '#tests/helpers/engines.ts';
import { payFullCost } from '#tests/helpers/full-cost.ts';
import { rowsOf } from '#tests/helpers/records.ts';
import { registerRemotely } from '#tests/helpers/remote-visitor.ts';
import { openTestPortal } from '#tests/helpers/test-portal.ts';
import { hashPassword, verifyPassword } from './password.ts';

payFullCost();

describe('hashPassword', () => {
  it('makes argon2id of 19 MiB, 2 passes and no parallelism, salted', async () => {
    const [one, other] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(one).not.toBe(other);
    expect(await verifyPassword({ hash: one, password: 'correct horse' })).toBe(true);
    expect(await verifyPassword({ hash: other, password: 'correct horse' })).toBe(true);
  });

  it.each(['', ' ', 'ünïcödé 👋🏽 पासवर्ड', 'a'.repeat(128), 'nul\0byte', '$argon2id$v=19$'])(
    'tells %j from any other',
    async (password) => {
      const hash = await hashPassword(password);
      expect(await verifyPassword({ hash, password })).toBe(true);
      expect(await verifyPassword({ hash, password: `${password} ` })).toBe(false);
      expect(await verifyPassword({ hash, password: 'other' })).toBe(false);
    },
  );
});

it('the program as started for use hashes at this cost', async () => {
  const portal = await openTestPortal('sqlite', {}, { fullCostHashes: true });
  await registerRemotely(portal.url);
  const accounts = await rowsOf(storeAt(portal), 'account');
  expect(accounts).toHaveLength(2);
  for (const { password } of accounts) expect(password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

describe('verifyPassword', () => {
  it('agrees with the reference implementation', async () => {
    // Its own test vector: 64 MiB, 2 passes, password 'password', salt 'somesalt'.
    const hash = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
    expect(await verifyPassword({ hash, password: 'password' })).toBe(true);
    expect(await verifyPassword({ hash, password: 'passwore' })).toBe(false);
  });

  it.each([
    '',
    'password',
    '$argon2i$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    '$argon2id$v=16$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAA',
    '$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA',
    '$2b$12$abcdefghijklmnopqrstuv',
  ])('does not match %j', async (hash) => {
    expect(await verifyPassword({ hash, password: 'password' })).toBe(false);
  });
});
