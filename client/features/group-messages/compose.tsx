import { failureMessage, request } from '#client/lib/api.ts';
import { formatNumber, momentText, timeZone } from '#client/lib/format.ts';
import { useMutation } from '#client/lib/use-mutation.ts';
import { MailForecast } from '#client/member-ui/mail-forecast.tsx';
import { MessageCard } from '#client/member-ui/message-card.tsx';
import { useSessionUser } from '#client/session/queries.ts';
import { Button } from '#client/ui/button.tsx';
import { CheckField } from '#client/ui/check-field.tsx';
import { CopyButton } from '#client/ui/copy-button.tsx';
import { DraftNote } from '#client/ui/draft-note.tsx';
import { EmailText } from '#client/ui/email-text.tsx';
import { TextAreaField, TextField } from '#client/ui/field.tsx';
import layout from '#client/ui/layout.module.css';
import { MomentField } from '#client/ui/moment-field.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Question } from '#client/ui/question.tsx';
import { SubmitButton } from '#client/ui/submit-button.tsx';
import { LinkButton } from '#client/ui/text-link.tsx';
import typography from '#client/ui/typography.module.css';
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx';
import {
  type Audience,
  chatText,
  type GroupMessageAudience,
  gapIn,
  groupMessageTested,
  type NewGroupMessage,
  textFor,
} from '#domain/group-messages.ts';
import type { MemberFilter } from '#domain/member-list.ts';
import { AudienceFields } from './audience-fields.tsx';
import { changedText } from './audience-filter.ts';
import classes from './compose.module.css';
import { confirmTexts, composeTexts as texts } from './texts.ts';
import { type Confirmation, useCompose } from './use-compose.ts';

export function Compose() {
  const user = useSessionUser();
  const compose = useCompose(user?.uid ?? '');
  const { form, audience, members, recipients, confirmation, sending, sent } = compose;
  const { subject, text } = form.values;
  const sendsMail = members.data?.sendsMail ?? true;
  return (
    <Panel title={texts.title}>
      <div className={`${layout.split} ${classes.form}`}>
        {audience.uids ? (
          <p className={layout.line}>
            <span className={typography.soft}>{texts.to}</span>
            <strong>{texts.selected(audience.uids.length)}</strong>
            {recipients !== undefined && (
              <span className={typography.soft}>({formatNumber(recipients)})</span>
            )}
            <LinkButton onClick={() => form.change({ audience: '' })}>{texts.chooseOthers}</LinkButton>
          </p>
        ) : (
          <div className={layout.stackM}>
            <AudienceFields
              filter={audience.filter ?? { q: '' }}
              members={recipients}
              onChange={(change) => form.change({ audience: changedText(form.values.audience, change) })}
            />
          </div>
        )}
        <form {...form.formProps}>
          <div className={layout.stackL}>
            <DraftNote form={form} />
            <TextField label={texts.subject} description={texts.subjectHelp} {...form.field('subject')} />
            <TextAreaField
              label={texts.text}
              description={texts.textHelp}
              required
              rows={6}
              {...form.field('text')}
            />
            <div className={layout.columns}>
              <MomentField
                label={texts.at}
                description={texts.atHelp(timeZone())}
                error={form.field('at').error}
                value={form.values.at || null}
                timeZone={timeZone()}
                onChange={(at) => form.change({ at: at ?? '' })}
              />
              <TextField
                label={texts.endsOn}
                description={texts.endsOnHelp}
                type="date"
                {...form.field('endsAt')}
              />
            </div>
            <CheckField label={texts.email} {...form.checkField('email')} />
            {form.values.email && (
              <TestToMyself message={{ subject, text }} audience={audience} sendsMail={sendsMail} />
            )}
          </div>
          <Preview message={{ subject, text }} filter={audience.filter} audience={members.data} />
          <div className={layout.stackL}>
            {form.alert && <Notice tone="error">{form.alert}</Notice>}
            {sent && (
              <Notice tone="success">
                {sent.plannedFor === null
                  ? texts.sent(sent.recipients)
                  : texts.planned(momentText(sent.plannedFor))}
              </Notice>
            )}
            {/* The note has its place, where it moves nothing. */}
            <div className={`${layout.actions} ${classes.send}`}>
              <SubmitButton
                busy={form.busy}
                busyLabel={sending ? texts.sending : texts.asking}
                disabled={!recipients}
              >
                {texts.review}
              </SubmitButton>
              <div aria-live="polite" className={typography.note}>
                {recipients !== undefined && recipients > 0 && (
                  <VisuallyHidden>{texts.recipients(recipients)}</VisuallyHidden>
                )}
                {recipients === 0 && texts.nobody}
                {members.isError && failureMessage(members.error)}
              </div>
            </div>
          </div>
        </form>
      </div>
      {confirmation && (
        <SendQuestion
          confirmation={{ ...confirmation, email: confirmation.email && sendsMail }}
          audience={members.data}
        />
      )}
    </Panel>
  );
}

interface SendQuestionProps {
  confirmation: Confirmation;
  audience: GroupMessageAudience | undefined;
}

/** Asks before a message is sent: to how many, and when the last of its emails is expected. */
function SendQuestion({ confirmation, audience }: SendQuestionProps) {
  const { email, answer } = confirmation;
  return (
    <Question texts={confirmTexts(confirmation)} onYes={() => answer(true)} onNo={() => answer(false)}>
      {email && audience && (
        <>
          <MailForecast lane="message" mails={audience.emails} />
          {audience.refused > 0 && <p>{texts.refused(audience.refused)}</p>}
        </>
      )}
    </Question>
  );
}

interface PreviewProps {
  message: Pick<NewGroupMessage, 'subject' | 'text'>;
  filter: MemberFilter | undefined;
  audience: GroupMessageAudience | undefined;
}

/** The message as one of the recipients sees it, and as it can be pasted into their group chat. */
function Preview({ message: { subject, text }, filter, audience }: PreviewProps) {
  const sample = audience?.sample;
  const gaps = [subject, text].map((part) => audience && gapIn(part, audience.missing));
  const chat = chatText({ subject, text }, filter);
  return (
    <section className={layout.stackS} aria-label={texts.previewTitle}>
      {text.trim() === '' || !sample ? (
        <p className={`${typography.note} ${layout.card} ${layout.boxed}`}>{texts.previewEmpty}</p>
      ) : (
        <>
          <p className={`${typography.note} ${typography.wrap}`}>
            {texts.previewAs} <bdi>{sample.fullName}</bdi>
          </p>
          <MessageCard subject={textFor(subject.trim(), sample)} text={textFor(text.trim(), sample)} />
          <p className={layout.line}>
            <span className={typography.note}>{texts.chat}</span>
            <CopyButton text={chat} label={texts.copyChat} />
          </p>
          <p className={`${layout.card} ${layout.boxed} ${typography.written}`} dir="auto">
            {chat}
          </p>
        </>
      )}
      {gaps.map(
        (gap) =>
          gap && (
            <Notice key={gap} tone="error">
              {gap}
            </Notice>
          ),
      )}
    </section>
  );
}

interface TestToMyselfProps {
  message: Pick<NewGroupMessage, 'subject' | 'text'>;
  audience: Audience;
  sendsMail: boolean;
}

function TestToMyself({ message, audience, sendsMail }: TestToMyselfProps) {
  const user = useSessionUser();
  const test = useMutation({
    mutationFn: () =>
      request('/api/admin/message-test', groupMessageTested, {
        method: 'POST',
        body: { ...message, ...audience },
      }),
  });
  return (
    <div className={`${layout.card} ${layout.boxed} ${layout.stackM}`}>
      {!sendsMail && <Notice tone="info">{texts.noServer}</Notice>}
      <p className={typography.note}>
        {texts.emailHelp} <EmailText email={user?.email ?? ''} />.
      </p>
      <div className={layout.row}>
        <Button
          size="sm"
          busy={test.isPending}
          disabled={message.text.trim() === ''}
          onClick={() => test.mutate()}
        >
          {test.isPending ? texts.testing : texts.test}
        </Button>
      </div>
      <div aria-live="polite">
        {test.isSuccess && (
          <Notice tone="success" inLiveRegion>
            {texts.tested(test.data.to)}
          </Notice>
        )}
        {test.isError && (
          <Notice tone="error" inLiveRegion>
            {failureMessage(test.error)}
          </Notice>
        )}
      </div>
    </div>
  );
}
