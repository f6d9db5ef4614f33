import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { failureMessage } from '#client/lib/api.ts';
import { dayText, momentText, timeZone } from '#client/lib/format.ts';
import { useDraftForm } from '#client/lib/use-draft.ts';
import { BulkProgressView } from '#client/member-ui/bulk-progress.tsx';
import { filterText } from '#client/member-ui/filters/filter-text.ts';
import { useSessionUser } from '#client/session/queries.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { CheckField } from '#client/ui/check-field.tsx';
import { DraftNote } from '#client/ui/draft-note.tsx';
import { EmailText } from '#client/ui/email-text.tsx';
import { TextAreaField } from '#client/ui/field.tsx';
import layout from '#client/ui/layout.module.css';
import { LinkedText } from '#client/ui/linked-text.tsx';
import { LongText } from '#client/ui/long-text.tsx';
import { MomentField } from '#client/ui/moment-field.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { PagedList } from '#client/ui/paged-list.tsx';
import { AskingButton } from '#client/ui/question.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { SubmitButton } from '#client/ui/submit-button.tsx';
import typography from '#client/ui/typography.module.css';
import { readableAddress } from '#domain/former-address.ts';
import { type GroupMessage, groupMessageCorrection } from '#domain/group-messages.ts';
import { trackLabels } from '#domain/member-choices.ts';
import { useCorrectMessage, useMoveMessage, useStopEmails, useWithdrawMessage } from './mutations.ts';
import { recipientsQuery } from './queries.ts';
import { cancelTexts, recipientTexts, sentTexts as texts, withdrawTexts } from './texts.ts';

export function SentMessage({ message }: { message: GroupMessage }) {
  const [opened, setOpened] = useState<'correction' | 'recipients' | null>(null);
  const withdrawal = useWithdrawMessage(message.id);
  const stop = useStopEmails(message.id);
  const isPlanned = message.plannedFor !== null && message.withdrawnAt === null;
  const toggle = (part: typeof opened) => setOpened(opened === part ? null : part);
  return (
    <article className={layout.split}>
      <div className={layout.stackM}>
        <MessageSummary message={message} />
        {opened === 'correction' && message.withdrawnAt === null ? (
          <Correction message={message} onDone={() => setOpened(null)} />
        ) : (
          <div className={typography.written} dir="auto">
            {message.subject && <p className={typography.name}>{message.subject}</p>}
            <LongText text={message.text} lines={12}>
              <LinkedText text={message.text} />
            </LongText>
          </div>
        )}
      </div>
      <div className={layout.stackM}>
        {message.plannedFor === null && message.emails && message.emails.total > 0 && (
          <BulkProgressView emails={message.emails} choice={message.withdrawnAt === null ? stop : null} />
        )}
        {message.leftOut > 0 && <p className={typography.soft}>{texts.leftOut(message.leftOut)}</p>}
        {isPlanned && <MovePlan message={message} />}
        <div className={layout.row}>
          {message.plannedFor === null && (
            <Button size="sm" aria-expanded={opened === 'recipients'} onClick={() => toggle('recipients')}>
              {texts.recipients}
            </Button>
          )}
          {message.withdrawnAt === null && (
            <>
              <Button size="sm" aria-expanded={opened === 'correction'} onClick={() => toggle('correction')}>
                {texts.correct}
              </Button>
              <AskingButton
                size="sm"
                busy={withdrawal.isPending}
                question={isPlanned ? cancelTexts : withdrawTexts}
                onYes={withdrawal.mutate}
              >
                {isPlanned ? texts.cancel : texts.withdraw}
              </AskingButton>
            </>
          )}
        </div>
        {withdrawal.isError && <Notice tone="error">{failureMessage(withdrawal.error)}</Notice>}
      </div>
      {opened === 'recipients' && <Recipients message={message} />}
    </article>
  );
}

function MovePlan({ message }: { message: GroupMessage }) {
  const move = useMoveMessage(message.id);
  const [at, setAt] = useState<string | null>(null);
  return (
    <form
      className={layout.actions}
      onSubmit={(event) => {
        event.preventDefault();
        if (at !== null) move.mutate(at);
      }}
    >
      <MomentField
        label={texts.move}
        error={move.isError && failureMessage(move.error)}
        value={at ?? message.plannedFor}
        timeZone={timeZone()}
        onChange={setAt}
      />
      <SubmitButton variant="default" busy={move.isPending} busyLabel={texts.moving}>
        {texts.moved}
      </SubmitButton>
    </form>
  );
}

function MessageSummary({ message }: { message: GroupMessage }) {
  const { plannedFor, sentAt, sentBy, recipients, filter, endsAt, correctedAt, withdrawnAt } = message;
  const hasEnded = endsAt !== null && Date.parse(endsAt) <= Date.now();
  return (
    <p className={`${layout.line} ${typography.faint}`}>
      <time className={typography.fact} dateTime={sentAt}>
        {momentText(sentAt)}
      </time>
      <strong className={typography.wrap}>
        {filter ? texts.to(recipients, filterText(filter)) : texts.toSelected(recipients)}
      </strong>
      <span>
        {texts.by} <EmailText email={sentBy} />
      </span>
      {endsAt !== null && !hasEnded && withdrawnAt === null && (
        <span>{texts.until(dayText(endsAt, ''))}</span>
      )}
      {correctedAt !== null && <Badge tone="warning">{texts.corrected}</Badge>}
      {plannedFor !== null && withdrawnAt === null && <Badge tone="accent">{texts.planned}</Badge>}
      {plannedFor === null && recipients === 0 && <span>{texts.nobody}</span>}
      {withdrawnAt !== null && <Badge>{plannedFor === null ? texts.withdrawn : texts.cancelled}</Badge>}
      {hasEnded && withdrawnAt === null && <Badge>{texts.ended}</Badge>}
    </p>
  );
}

function Correction({ message, onDone }: { message: GroupMessage; onDone: () => void }) {
  const { id, text } = message;
  const correct = useCorrectMessage(id);
  const user = useSessionUser();
  const form = useDraftForm({
    initialValues: { text },
    rule: groupMessageCorrection,
    draft: { form: `group-message-${id}`, owner: user?.uid ?? null },
    toInput: (values) => ({ ...values, shown: { text } }),
    submit: async (correction) => {
      await correct.mutateAsync(correction);
      onDone();
    },
  });
  const cancel = () => {
    form.reset();
    onDone();
  };
  return (
    <form {...form.formProps} className={layout.stackM}>
      <DraftNote form={form} />
      <TextAreaField
        label={texts.correction}
        description={texts.correctionHelp}
        required
        rows={5}
        {...form.field('text')}
      />
      {form.alert && <Notice tone="error">{form.alert}</Notice>}
      <div className={layout.actions}>
        <SubmitButton busy={form.busy} busyLabel={texts.saving} variant="default">
          {texts.save}
        </SubmitButton>
        <Button variant="subtle" onClick={cancel}>
          {texts.keepText}
        </Button>
      </div>
    </form>
  );
}

function Recipients({ message }: { message: GroupMessage }) {
  const [unreached, setUnreached] = useState(false);
  const list = useInfiniteQuery(recipientsQuery(message.id, unreached));
  return (
    <section
      className={`${layout.card} ${layout.stackS} ${layout.boxed} ${layout.whole}`}
      data-tone="neutral"
      aria-label={recipientTexts.title}
    >
      {message.emails && message.emails.failed + message.emails.refused > 0 && (
        <CheckField
          label={recipientTexts.unreached}
          checked={unreached}
          onChange={(event) => setUnreached(event.currentTarget.checked)}
        />
      )}
      <PagedList
        list={list}
        failed={recipientTexts.loadFailed}
        more={recipientTexts.more}
        skeleton={<Skeleton height="96px" />}
      >
        {(pages) => {
          const left = unreached ? 0 : message.recipients - (pages[0]?.total ?? 0);
          return (
            <>
              {left > 0 && <p className={typography.note}>{recipientTexts.left(left)}</p>}
              <ul className={layout.stackXs}>
                {pages
                  .flatMap(({ recipients }) => recipients)
                  .map(({ uid, fullName, email, developmentTrack, dismissedAt, mail }) => (
                    <li key={uid} className={layout.line}>
                      <bdi className={typography.wrap}>{fullName}</bdi>
                      <span className={typography.note}>
                        <EmailText email={readableAddress(email)} />
                      </span>
                      {developmentTrack && (
                        <span className={typography.note}>{trackLabels[developmentTrack]}</span>
                      )}
                      {mail && (
                        <Badge tone={mail === 'refused' ? 'warning' : 'neutral'}>
                          {recipientTexts.mails[mail]}
                        </Badge>
                      )}
                      {dismissedAt !== null && <Badge>{recipientTexts.dismissed}</Badge>}
                    </li>
                  ))}
              </ul>
            </>
          );
        }}
      </PagedList>
    </section>
  );
}
