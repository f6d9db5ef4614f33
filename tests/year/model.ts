import type { Member } from '#domain/members.ts';
import type { Outcome } from '#domain/outcomes.ts';
import { defaultResultSettings } from '#domain/result-texts.ts';
import { writeState } from '#server/store/portal-state.ts';
import type { TestApp } from '#tests/helpers/app.ts';
import type { Visitor } from '#tests/helpers/visitor.ts';

export type { Member, Outcome };

/** Somebody with an account, as the year's model knows them. */
export interface Staff {
  uid: string;
  email: string;
  password: string;
  browser: Visitor;
  signedInAt: number;
  usedAt: number;
}

export interface Student extends Staff {
  /** In everything that they write, and nowhere else. */
  canary: string;
  contactNumber: string;
  /** The values that the portal has acknowledged. */
  record: Partial<Member>;
  /** The stored record after the last step, and those before it. */
  stored: Member | null;
  history: Member[];
  isConfirmed: boolean;
  isRefused: boolean;
  /** The lead's decision, the released result, and a correction that waits. */
  outcome: Outcome | null;
  result: Outcome | null | undefined;
  correction: Outcome | null | undefined;
  /** Selected in a season that has ended. */
  isInClub?: boolean;
}

/** A message of the lead to the members of its time. */
export interface Message {
  id: string;
  text: string;
  email: boolean;
  to: Set<Student>;
  dismissed: Set<Student>;
  isWithdrawn: boolean;
}

/** In every text about a result. */
export const verdict = 'verdict9d21';

/** Nobody who has no result reads one of these words. */
export async function addResultTexts({ store, deps }: TestApp): Promise<void> {
  const settings = defaultResultSettings(deps.content.club, '2027');
  const texts = Object.entries(settings.texts).map(([outcome, words]) => [
    outcome,
    { ...words, title: `${verdict} ${outcome}`, text: verdict, subject: verdict, email: verdict },
  ]);
  await writeState(store.db, 'result-settings', { ...settings, texts: Object.fromEntries(texts) });
}
