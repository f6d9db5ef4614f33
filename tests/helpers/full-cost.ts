import { passwordCost } from '#server/accounts/password.ts';

const fullCost = { ...passwordCost };

/** For the tests of the hash itself, and for long runs. The next test file has cheap hashes again. */
export function payFullCost(): void {
  Object.assign(passwordCost, fullCost);
}
