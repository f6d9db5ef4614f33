import type { Outcome, PasswordOutcome, PlannedAccount } from './plan.ts';

/** The numbers of an import. */
export class Tally {
  readonly outcomes: Record<Outcome, number> = { make: 0, join: 0, administrator: 0, here: 0, skip: 0 };
  readonly passwords: Record<PasswordOutcome, number> = {
    kept: 0,
    'reset link': 0,
    disabled: 0,
    unchanged: 0,
    '': 0,
  };
  records = 0;
  messages = 0;
  mails = 0;

  add(planned: readonly PlannedAccount[]): void {
    for (const { outcome, password, member } of planned) {
      this.outcomes[outcome] += 1;
      this.passwords[password] += 1;
      if (member) this.records += 1;
    }
  }

  get accounts(): number {
    return Object.values(this.outcomes).reduce((sum, count) => sum + count, 0);
  }

  get wroteAnything(): boolean {
    const { make, join, administrator } = this.outcomes;
    return make + join + administrator + this.messages > 0;
  }
}
