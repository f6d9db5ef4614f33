import { passwordCost } from '#server/accounts/password.ts';

/** A hash takes about a quarter of a second, so that a portal that loads this file has a queue of them. */
Object.assign(passwordCost, { passes: 10 });
