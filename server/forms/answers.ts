import { randomUUID } from 'node:crypto';
import { inboxMessages, type ReceivedSubmission } from '#domain/form-inbox.ts';
import type { Config } from '#server/config/config.ts';
import type { Content } from '#server/config/content.ts';
import { Refusal } from '#server/http/refusal.ts';
import { formAnswerMail } from '#server/mail/messages.ts';
import type { Outbox } from '#server/mail/outbox.ts';
import { shownStates } from '#server/mail/outbox-store.ts';
import { findAccount } from '#server/store/find-account.ts';
import type { Db, Store } from '#server/store/open.ts';
import { logInboxChange } from './inbox-changes.ts';
import { answeredColumns, fieldsOf, findSubmission, type SubmissionRow } from './inbox-store.ts';

export interface AnswerDeps {
  config: Config;
  content: Content;
  outbox: Outbox;
  store: Store;
}

/**
 * Sends an answer by email, keeps it, and marks the question as answered, all or nothing. The same text is sent to a
 * message once. Throws 409 NO_ADDRESS. Null if there is no such message.
 */
export async function answerSubmission(
  { config, content, outbox, store }: AnswerDeps,
  actor: string,
  id: string,
  text: string,
): Promise<SubmissionRow | null> {
  const row = await store.change(async (trx) => {
    const row = await findSubmission(trx, id);
    if (!row) return null;
    if (row.replyTo === null) throw new Refusal(409, 'NO_ADDRESS', inboxMessages.noAddress);
    const sent = await answersTo(trx)
      .where('submissionId', '=', id)
      .where('form_answers.text', '=', text)
      .executeTakeFirst();
    if (sent) return row;
    const fields = fieldsOf(row);
    const quote = (await isOwnAddress(trx, row))
      ? { name: fields.get('name') ?? '', subject: row.subject, message: fields.get('message') ?? '' }
      : null;
    const mail = formAnswerMail(content.club, {
      ...{ uid: row.memberUid, to: row.replyTo, replyTo: config.contactInbox ?? null },
      ...{ text, quote, contact: `${config.portalUrl}/contact` },
    });
    const mailId = await outbox.enqueue(trx, mail);
    const at = new Date().toISOString();
    const answer = { id: randomUUID(), submissionId: id, memberUid: row.memberUid, text, actor, at, mailId };
    await trx.insertInto('form_answers').values(answer).execute();
    const marks = { readAt: row.readAt ?? at, ...answeredColumns(row, { at, by: actor }) };
    await trx.updateTable('form_submissions').set(marks).where('id', '=', id).execute();
    const readAt = { old: row.readAt, new: marks.readAt };
    await logInboxChange(trx, actor, { kind: 'message-marked', at, message: id, readAt });
    return { ...row, ...marks };
  });
  outbox.wake();
  return row;
}

/** Whether the sender was signed in, with this address, and has confirmed it. Anybody else may have typed it. */
async function isOwnAddress(db: Db, { memberUid, replyTo }: SubmissionRow): Promise<boolean> {
  const account = memberUid === null ? undefined : await findAccount(db, memberUid);
  return Boolean(account?.emailVerified) && account?.email === replyTo?.toLowerCase();
}

function answersTo(db: Db) {
  return db
    .selectFrom('form_answers')
    .leftJoin('mail_outbox', 'mail_outbox.id', 'form_answers.mailId')
    .leftJoin('user', 'user.id', 'form_answers.actor')
    .select(['form_answers.text', 'form_answers.at', 'user.name as by', 'mail_outbox.state'])
    .orderBy('form_answers.at');
}

type Answer = ReceivedSubmission['answers'][number];

/** A mail that was sent some time ago has no row any more. */
function withState<Row extends Omit<Answer, 'state'> & { state: keyof typeof shownStates | null }>(row: Row) {
  return { ...row, state: shownStates[row.state ?? 'sent'] };
}

/** The answers to a message, and how another one would be sent. */
export async function readAnswers(
  db: Db,
  { smtpUrl, contactInbox }: Config,
  row: SubmissionRow,
): Promise<Pick<ReceivedSubmission, 'answers' | 'answering'>> {
  const rows = await answersTo(db).where('submissionId', '=', row.id).execute();
  return {
    answers: rows.map(withState),
    answering: {
      sendsMail: smtpUrl !== undefined,
      quotes: await isOwnAddress(db, row),
      repliesTo: contactInbox ?? null,
    },
  };
}

/** The answers to a member's messages, newest first. */
export async function answersToMember(db: Db, uid: string) {
  const rows = await answersTo(db)
    .innerJoin('form_submissions', 'form_submissions.id', 'form_answers.submissionId')
    .select(['form_submissions.id as message', 'form_submissions.subject'])
    .where('form_answers.memberUid', '=', uid)
    .where('form_submissions.deletedAt', 'is', null)
    .execute();
  return { answers: rows.map(withState).toReversed() };
}
