import { passwordCost } from '#server/accounts/password.ts';
import { passphraseCost } from '#server/operations/encryption.ts';
import '#tests/helpers/full-cost.ts';
import { isLongRun } from '#tests/helpers/long-run.ts';

/**
 * Lowers the cost of password hashes, of which the tests make thousands, and of the keys of encrypted backups. Loading this file is enough:
 * Vitest does so before each test file, and `startPortal` in the programs it starts. A hash states its cost, so that
 * cheap and expensive ones can be mixed. `npm run soak` measures, and therefore pays the full price.
 */
if (!isLongRun) {
  Object.assign(passwordCost, { memory: 8, passes: 1 });
  Object.assign(passphraseCost, { N: 2 ** 10 });
}
