import { useRef } from 'react';
import { momentText } from '#client/lib/format.ts';
import { useDraftForm } from '#client/lib/use-draft.ts';
import { Snippets } from '#client/member-ui/reviews/snippets.tsx';
import { useSessionUser } from '#client/session/queries.ts';
import { ButtonAnchor } from '#client/ui/button.tsx';
import { CopyButton } from '#client/ui/copy-button.tsx';
import { DraftNote } from '#client/ui/draft-note.tsx';
import { TextAreaField } from '#client/ui/field.tsx';
import layout from '#client/ui/layout.module.css';
import { Notice } from '#client/ui/notice.tsx';
import { IconSend } from '#client/ui/page-icons.ts';
import { SubmitButton } from '#client/ui/submit-button.tsx';
import typography from '#client/ui/typography.module.css';
import {
  type ReceivedSubmission,
  replyAddress,
  submissionAnswer,
  inboxMessages as texts,
} from '#domain/form-inbox.ts';
import { useAnswer } from './mutations.ts';

const starters = [
  'Thank you for your question. You can choose your track on your dashboard, and change it there.',
  'You can submit an improved version at any time. We review the latest one.',
  'We’re looking into it, and will write to you again.',
] as const;

/** The answers that were sent to a message, and the form for another one. */
export function Answers({ message }: { message: ReceivedSubmission }) {
  const { answers, answering, replyTo } = message;
  return (
    <>
      {answers.length > 0 && (
        <section className={layout.stackM} aria-label={texts.answers}>
          {answers.map(({ text, at, by, state }) => (
            <div key={at} className={`${layout.card} ${layout.boxed} ${layout.stackS}`}>
              <p className={`${layout.line} ${typography.note}`}>
                {texts.answerSent(by ?? texts.someAdministrator, momentText(at))}
                <span data-state={state}>{texts.answerStates[state]}</span>
              </p>
              <p className={typography.written} dir="auto">
                {text}
              </p>
            </div>
          ))}
        </section>
      )}
      {replyTo !== null &&
        (answering.sendsMail ? (
          <AnswerForm message={message} to={replyTo} />
        ) : (
          <OwnMailProgram message={message} to={replyTo} />
        ))}
    </>
  );
}

interface AnswerProps {
  message: ReceivedSubmission;
  to: string;
}

function OwnMailProgram({ message, to }: AnswerProps) {
  return (
    <div className={layout.stackS}>
      <p className={typography.note}>{texts.noMailServer}</p>
      <div className={layout.actions}>
        <ButtonAnchor variant="filled" href={replyAddress(message) ?? ''} size="sm" icon={IconSend}>
          {texts.reply}
        </ButtonAnchor>
        <span className={layout.media}>
          <span className={typography.wrap}>{to}</span>
          <CopyButton text={to} label={texts.copyAddress} />
        </span>
      </div>
    </div>
  );
}

function AnswerForm({ message: { id, answering }, to }: AnswerProps) {
  const { quotes, repliesTo } = answering;
  const answer = useAnswer(id);
  const user = useSessionUser();
  const button = useRef<HTMLButtonElement>(null);
  const form = useDraftForm({
    initialValues: { text: '' },
    rule: submissionAnswer,
    draft: { form: `answer-${id}`, owner: user?.uid ?? null },
    submit: async ({ text }) => {
      await answer.mutateAsync(text);
      form.reset();
    },
  });
  const { text } = form.values;
  return (
    <form {...form.formProps} className={layout.stackM}>
      <DraftNote form={form} />
      <TextAreaField
        label={texts.answerTitle}
        description={[
          texts.answerTo(to),
          quotes ? texts.quoted : texts.notQuoted,
          repliesTo ? texts.repliesTo(repliesTo) : texts.repliesToSender,
        ].join(' ')}
        required
        rows={6}
        {...form.field('text')}
      />
      {form.alert && <Notice tone="error">{form.alert}</Notice>}
      <Snippets
        kind="answer"
        label={texts.savedAnswers}
        starters={starters}
        button={button}
        draft={text.trim()}
        onInsert={(saved) => {
          form.change({ text: text.trim() === '' ? saved : `${text}\n\n${saved}` });
          button.current?.focus();
        }}
      >
        <SubmitButton busy={form.busy} busyLabel={texts.sendingAnswer}>
          {texts.sendAnswer}
        </SubmitButton>
      </Snippets>
    </form>
  );
}
