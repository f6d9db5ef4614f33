import { randomUUID } from 'node:crypto';
import type { Submission } from '#domain/form-submission.ts';
import { contactInbox, type Form } from '#domain/forms.ts';
import type { Config } from '#server/config/config.ts';
import type { Content } from '#server/config/content.ts';
import type { Limits } from '#server/limits/limits.ts';
import { type MailCauses, mailShare } from '#server/limits/mail-limits.ts';
import type { Mail } from '#server/mail/mail.ts';
import { formMessageMail, formReceiptMail } from '#server/mail/messages.ts';
import type { Outbox } from '#server/mail/outbox.ts';
import { findAccount } from '#server/store/find-account.ts';
import type { Store } from '#server/store/open.ts';
import { filingTime } from '#server/store/trusted-clock.ts';
import { logInboxChange } from './inbox-changes.ts';
import { contentColumns, labelOf } from './inbox-store.ts';

export interface ReceiveDeps {
  config: Config;
  content: Content;
  limits: Limits;
  outbox: Outbox;
  store: Store;
}

/**
 * Stores a message, queues its mails and notifies the inbox, all or nothing. Then the mails are sent without
 * delaying the response.
 */
export async function receiveSubmission(
  deps: ReceiveDeps,
  form: Form,
  submission: Submission,
  causes: MailCauses,
): Promise<void> {
  const { config, store, outbox, content } = deps;
  const subject = submission.subject ?? form.subject ?? content.club.contactSubject;
  const mails = await mailsAbout(deps, form, { ...submission, subject }, causes);
  const id = submission.id ?? randomUUID();
  await store.transact(async (trx) => {
    // Taken before the inbox's total changes, as by everybody who removes messages.
    await trx.changes.lock();
    const receivedAt = await filingTime(trx, Date.now());
    const stored = await trx
      .insertInto('form_submissions')
      .values({
        id,
        formId: form.id,
        receivedAt,
        readAt: null,
        memberUid: causes.account ?? null,
        ...contentColumns({
          ...submission,
          fields: new Map(submission.fields),
          subject,
          submits: causes.account !== undefined && causes.account !== config.adminUid,
        }),
      })
      .onConflict((on) => on.column('id').doNothing())
      .returning('id')
      .executeTakeFirst();
    // Its answer was lost on the way, and its sender has pressed again.
    if (!stored) return;
    for (const mail of mails) await outbox.enqueue(trx, mail);
    await logInboxChange(trx, config.adminUid, { kind: 'message-received', at: receivedAt, message: id });
  });
  outbox.wake();
}

async function mailsAbout(
  { config, content, limits, store }: ReceiveDeps,
  form: Form,
  submission: Submission & { subject: string },
  causes: MailCauses,
): Promise<Mail[]> {
  const { club } = content;
  const account = causes.account ? await findAccount(store.db, causes.account) : undefined;
  const share = mailShare(account);
  const { replyTo, subject } = submission;
  const uid = causes.account ?? null;
  const mails: Mail[] = [];
  const to = form.mailTo === contactInbox ? config.contactInbox : form.mailTo;
  // Over the limit the message is stored without a mail.
  if (to && (await limits.mails.may('form-message', { share }))) {
    const details = submission.fields
      .filter(([name]) => name !== 'subject')
      .map(([name, value]) => ({ label: labelOf(form, name), value }));
    const inbox = `${config.portalUrl}/admin/inbox`;
    mails.push(formMessageMail(club, { uid, to, replyTo, subject, form: form.title, details, inbox }));
  }
  if (
    form.receipt &&
    replyTo &&
    (await limits.mails.may('form-receipt', { ...causes, to: replyTo, share }))
  ) {
    mails.push(formReceiptMail(club, { uid, to: replyTo, replyTo: config.contactInbox ?? null }));
  }
  return mails;
}
