import { z } from 'zod';
import { dropDraft, keepDraft, readDraft } from '#client/lib/drafts.ts';

/** The values of the form's controls, all of them text. */
export type ContactValues = {
  name: string;
  email: string;
  githubLink: string;
  message: string;
};

const text = z.string();
const storedDraft = z.object({ name: text, email: text, githubLink: text, message: text }).partial();

const form = 'contact';

/** The prefilled form, overlaid with what the member typed on an earlier visit. */
export function restoreDraft(uid: string, prefilled: ContactValues): ContactValues {
  const draft = storedDraft.safeParse(readDraft(form, uid)).data ?? {};
  return {
    name: draft.name ?? prefilled.name,
    email: draft.email ?? prefilled.email,
    githubLink: draft.githubLink ?? prefilled.githubLink,
    message: draft.message ?? prefilled.message,
  };
}

/** Stores only what differs from the prefilled form, so that an outdated name or e-mail is never restored. */
export function rememberDraft(uid: string, prefilled: ContactValues, values: ContactValues): void {
  const before: Record<string, string> = prefilled;
  const typed = Object.entries(values).filter(([name, value]) => value !== before[name]);
  if (typed.length > 0) keepDraft(form, uid, Object.fromEntries(typed));
  else dropDraft(form, uid);
}

export function forgetDraft(uid: string): void {
  dropDraft(form, uid);
}
