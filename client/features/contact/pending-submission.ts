import { dropDraft, keepDraft, readDraft } from '#client/lib/drafts.ts';
import { type Submission, submission } from '#domain/contact-form.ts';

const form = 'submission';

/**
 * A project whose message was sent but which is not on the member's record yet. It is stored in this browser so
 * that recording can be finished after a reload or a new sign-in without sending the message again.
 */
export function readPending(uid: string): Submission | null {
  return submission.safeParse(readDraft(form, uid)).data ?? null;
}

export function keepPending(uid: string, project: Submission): void {
  keepDraft(form, uid, project);
}

export function dropPending(uid: string): void {
  dropDraft(form, uid);
}
