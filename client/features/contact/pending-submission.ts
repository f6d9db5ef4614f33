import { dropDraft, keepDraft, readDraft } from '#client/lib/drafts.ts';
import { type Submission, submission } from '#domain/contact-form.ts';

const form = 'submission';

/**
 * A project whose message was sent and which is not on the member's record yet. Kept in this browser, so that a
 * reload or a new sign-in can finish the work without sending the message a second time.
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
