import { z } from 'zod';
import { dropDraft, keepDraft, readDraft } from '#client/lib/drafts.ts';

/** The form's controls, as text. */
export type ContactValues = {
  name: string;
  email: string;
  githubLink: string;
  message: string;
};

const text = z.string();
const storedDraft = z.object({ name: text, email: text, githubLink: text, message: text }).partial();

const form = 'contact';

/** The form with what the member had typed before the page was left, over what it is filled in with. */
export function restoreDraft(uid: string, prefilled: ContactValues): ContactValues {
  const draft = storedDraft.safeParse(readDraft(form, uid)).data ?? {};
  return {
    name: draft.name ?? prefilled.name,
    email: draft.email ?? prefilled.email,
    githubLink: draft.githubLink ?? prefilled.githubLink,
    message: draft.message ?? prefilled.message,
  };
}

/** Keeps what differs from the prefilled form, so that a name or e-mail changed meanwhile is not brought back. */
export function rememberDraft(uid: string, prefilled: ContactValues, values: ContactValues): void {
  const before: Record<string, string> = prefilled;
  const typed = Object.entries(values).filter(([name, value]) => value !== before[name]);
  if (typed.length > 0) keepDraft(form, uid, Object.fromEntries(typed));
  else dropDraft(form, uid);
}

export function forgetDraft(uid: string): void {
  dropDraft(form, uid);
}
