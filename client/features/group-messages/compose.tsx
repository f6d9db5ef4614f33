import { useQuery } from '@tanstack/react-query';
import { useSessionUser } from '#client/features/accounts/queries.ts';
import { failureMessage } from '#client/lib/api.ts';
import { listQuery, useListState } from '#client/lib/list-state.ts';
import { DraftNote } from '#client/ui/draft-note.tsx';
import { CheckField, TextAreaField, TextField } from '#client/ui/field.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Question } from '#client/ui/question.tsx';
import { SubmitButton } from '#client/ui/submit-button.tsx';
import { TextLink } from '#client/ui/text-link.tsx';
import { type GroupMessageAudience, groupMessageLimits, textFor } from '#domain/group-messages.ts';
import { placeholders, usesPlaceholder } from '#domain/placeholders.ts';
import { AudienceFields } from './audience-fields.tsx';
import { audienceState } from './audience-filter.ts';
import classes from './compose.module.css';
import { MessageCard } from './message-card.tsx';
import { audienceQuery } from './queries.ts';
import { TestToMyself } from './test-to-myself.tsx';
import { confirmTexts, composeTexts as texts } from './texts.ts';
import { useCompose } from './use-compose.ts';

/** The form of a new message: its recipients, its text, and how one of them sees it. */
export function Compose() {
  const { view: filter, change } = useListState(audienceState);
  const user = useSessionUser();
  const audience = useQuery(audienceQuery(filter));
  const recipients = audience.data?.members;
  const owner = user?.uid ?? '';
  const { form, confirmation, sending, sentTo } = useCompose({ owner, filter, recipients });
  const { text } = form.values;
  return (
    <Panel title={texts.title}>
      <div className={classes.columns}>
        <div className={classes.column}>
          <AudienceFields filter={filter} onChange={change} />
          <p className={classes.count} aria-live="polite">
            {audience.isError && failureMessage(audience.error)}
            {recipients === 0 && texts.nobody}
            {recipients !== undefined && recipients > 0 && (
              <>
                <strong>{texts.recipients(recipients)}</strong>{' '}
                <TextLink to={`/admin?${listQuery(filter)}`}>{texts.show}</TextLink>
              </>
            )}
          </p>
          <form {...form.formProps} className={classes.form}>
            <DraftNote form={form} />
            <TextAreaField
              label={texts.text}
              description={texts.textHelp}
              required
              rows={6}
              maxLength={groupMessageLimits.text}
              {...form.field('text')}
            />
            <TextField
              label={texts.endsOn}
              description={texts.endsOnHelp}
              type="date"
              {...form.field('endsAt')}
            />
            <CheckField label={texts.email} {...form.checkField('email')} />
            {form.values.email && <TestToMyself text={text} filter={filter} />}
            {form.alert && <Notice tone="error">{form.alert}</Notice>}
            {sentTo !== null && <Notice tone="success">{texts.sent(sentTo)}</Notice>}
            <SubmitButton
              busy={form.busy}
              busyLabel={sending ? texts.sending : texts.asking}
              disabled={!recipients}
            >
              {texts.review}
            </SubmitButton>
          </form>
        </div>
        <Preview text={text} audience={audience.data} />
      </div>
      {confirmation && (
        <Question
          texts={confirmTexts(confirmation.recipients, confirmation.email)}
          onYes={() => confirmation.answer(true)}
          onNo={() => confirmation.answer(false)}
        />
      )}
    </Panel>
  );
}

/** The message as one of the recipients sees it, and for how many it has a gap. */
function Preview({ text, audience }: { text: string; audience: GroupMessageAudience | undefined }) {
  const sample = audience?.sample;
  const gaps = placeholders.filter(
    (placeholder) => audience && audience.missing[placeholder] > 0 && usesPlaceholder(text, placeholder),
  );
  return (
    <section className={classes.column} aria-label={texts.previewTitle}>
      {text.trim() === '' || !sample ? (
        <p className={classes.hint}>{texts.previewEmpty}</p>
      ) : (
        <>
          <p className={classes.hint}>{texts.previewAs(sample.fullName)}</p>
          <MessageCard text={textFor(text.trim(), sample)} sentAt={null} />
        </>
      )}
      {gaps.map((placeholder) => (
        <Notice key={placeholder} tone="error">
          {texts.gap(placeholder, audience?.missing[placeholder] ?? 0)}
        </Notice>
      ))}
    </section>
  );
}
