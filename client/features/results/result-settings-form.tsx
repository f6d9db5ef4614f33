import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { resultsKey } from '#client/lib/admin-keys.ts';
import { currentValues, failureMessage, request } from '#client/lib/api.ts';
import type { FormValues } from '#client/lib/form-controls.ts';
import { differences } from '#client/lib/form-values.ts';
import { readQuery } from '#client/lib/read-query.ts';
import { useDraftForm } from '#client/lib/use-draft.ts';
import { useMediaQuery } from '#client/lib/use-media-query.ts';
import { useMutation } from '#client/lib/use-mutation.ts';
import { resultsQuery } from '#client/member-ui/results/results-query.ts';
import { useSessionUser } from '#client/session/queries.ts';
import { CheckField } from '#client/ui/check-field.tsx';
import { DraftNote } from '#client/ui/draft-note.tsx';
import { TextAreaField, TextField } from '#client/ui/field.tsx';
import layout from '#client/ui/layout.module.css';
import { LeaveQuestion } from '#client/ui/leave-question.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { Panel, Summary } from '#client/ui/panel.tsx';
import { SubmitButton } from '#client/ui/submit-button.tsx';
import { TabList } from '#client/ui/tabs.tsx';
import typography from '#client/ui/typography.module.css';
import { trackLabels } from '#domain/member-choices.ts';
import { memberPage } from '#domain/member-list.ts';
import { submissionTrackOf } from '#domain/members.ts';
import { type Outcome, outcomeLabels, outcomes } from '#domain/outcomes.ts';
import { type OutcomeTexts, type ResultSettings, resultEmail, resultSettings } from '#domain/result-texts.ts';
import { type ResultsView, resultsView } from '#domain/results-page.ts';
import { resultsTexts as texts } from './texts.ts';

const tabs = outcomes.map((id) => ({ id, label: outcomeLabels[id] }));
const panelId = 'result-words';

export function ResultSettingsForm({ results }: { results: ResultsView }) {
  const [open, setOpen] = useState<Outcome>('selected');
  const { form, saved } = useSettingsForm(results);
  const isWide = useMediaQuery('(min-width: 60rem)');
  const [isOpen, setIsOpen] = useState(false);
  const field = (name: keyof OutcomeTexts, label: string) => ({ label, ...form.field(nameOf(open, name)) });
  const others = outcomes.filter((outcome) => outcome !== open).map((outcome) => nameOf(outcome, ''));
  const elsewhere = Object.keys(form.values).find(
    (name) => form.field(name).error && others.some((prefix) => name.startsWith(prefix)),
  );
  return (
    <Panel title={texts.words} subtitle={texts.wordsAbout}>
      {/* Long, and written once: on a phone what is released stands above all. */}
      <details
        open={isWide || isOpen || form.dirty}
        onToggle={(event) => setIsOpen(event.currentTarget.open)}
      >
        <Summary className={layout.narrow}>{texts.editWords}</Summary>
        <LeaveQuestion when={() => form.dirty} />
        <form {...form.formProps} className={layout.stackL}>
          <DraftNote form={form} />
          <TabList label={texts.outcomes} tabs={tabs} open={open} onOpen={setOpen} panelOf={() => panelId} />
          <div id={panelId} role="tabpanel" aria-labelledby={`tab-${open}`} className={layout.columns}>
            <div className={layout.stackL}>
              <TextField {...field('title', texts.panelTitle)} />
              <TextAreaField rows={3} {...field('text', texts.panelText)} />
              <TextAreaField rows={2} {...field('next', texts.next)} />
              <div className={layout.columns}>
                <TextField type="url" {...field('link', texts.link)} />
                <TextField {...field('linkLabel', texts.linkLabel)} />
                <TextField type="date" {...field('date', texts.date)} />
              </div>
            </div>
            <div className={layout.stackL}>
              <TextField {...field('subject', texts.subject)} />
              <TextAreaField rows={5} description={texts.emailHint} {...field('email', texts.email)} />
              <EmailPreview outcome={open} words={settingsOf(form.values).texts[open]} />
            </div>
          </div>
          <div className={layout.columns}>
            <TextField label={texts.season} {...form.field('season')} />
            <CheckField label={texts.showRequirements} {...form.checkField('showRequirements')} />
          </div>
          <div aria-live="polite">
            {(form.alert ?? elsewhere) && (
              <Notice tone="error" inLiveRegion>
                {form.alert ?? form.field(elsewhere ?? '').error}
              </Notice>
            )}
            {saved && !form.dirty && (
              <Notice tone="success" inLiveRegion>
                {texts.saved}
              </Notice>
            )}
          </div>
          <div className={layout.actions}>
            <SubmitButton variant="default" busy={form.busy} disabled={!form.dirty} busyLabel={texts.saving}>
              {texts.save}
            </SubmitButton>
          </div>
        </form>
      </details>
    </Panel>
  );
}

/** The name of a text's field, as the schema names it in a failure. */
function nameOf(outcome: Outcome, name: string): string {
  return `texts.${outcome}.${name}`;
}

/** The settings as fields, of which a draft keeps those that were changed. */
function fieldsOf({ texts, ...others }: ResultSettings): FormValues {
  const words = outcomes.flatMap((outcome) =>
    Object.entries(texts[outcome]).map(([name, text]) => [nameOf(outcome, name), text]),
  );
  return { ...others, ...Object.fromEntries(words) };
}

function settingsOf(fields: FormValues): ResultSettings {
  const { season, showRequirements } = fields;
  const words = outcomes.map((outcome) => {
    const prefix = nameOf(outcome, '');
    const own = Object.entries(fields).filter(([name]) => name.startsWith(prefix));
    return [outcome, Object.fromEntries(own.map(([name, text]) => [name.slice(prefix.length), text]))];
  });
  return { season, showRequirements, texts: Object.fromEntries(words) } as ResultSettings;
}

/** The settings as they are being edited. A save elsewhere is shown once nothing is being typed. */
function useSettingsForm(results: ResultsView) {
  const client = useQueryClient();
  const owner = useSessionUser()?.uid ?? null;
  /** The results that were shown when the first change was made. */
  const [base, setBase] = useState(results);
  const save = useMutation({
    mutationFn: (body: { settings: ResultSettings; version: string }) =>
      request('/api/admin/results/settings', resultsView, { method: 'PUT', body }),
  });
  const initialValues = fieldsOf(base.settings);
  const form = useDraftForm({
    initialValues,
    rule: resultSettings,
    toInput: settingsOf,
    draft: { form: 'result-settings', owner },
    explain: (error) => ({ alert: texts.saveFailed(failureMessage(error)) }),
    submit: async (settings: ResultSettings) => {
      const sent = form.values;
      try {
        follow(await save.mutateAsync({ settings, version: base.settingsVersion }), sent);
      } catch (error) {
        const current = currentValues(error, resultsView);
        // A second save replaces what was saved elsewhere, which the message has named.
        if (current) follow(current);
        throw error;
      }
    },
  });

  /** Continues from the stored settings, and keeps texts that were typed after `sent`. */
  const follow = useEffectEvent((stored: ResultsView, sent?: FormValues) => {
    client.setQueryData(resultsQuery.queryKey, stored);
    setBase(stored);
    if (form.values === sent) form.reset(fieldsOf(stored.settings));
  });
  const keepUp = useEffectEvent(() => {
    if (form.dirty) return;
    if (results.settingsVersion !== base.settingsVersion) follow(results, form.values);
    // Words typed during a save are still to be saved.
    else if (Object.keys(differences(initialValues, form.values)).length > 0) form.change({});
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: also when nothing is being typed any more
  useEffect(() => keepUp(), [results.settingsVersion, form.dirty]);

  return { form, saved: save.isSuccess };
}

/** A real member: all emails of one outcome differ in name and track only. */
const exampleQuery = readQuery(
  [...resultsKey, 'example'],
  '/api/admin/members?sort=outcome&dir=desc&limit=1',
  memberPage,
);

/** The email as a member would get it, from the words that are being typed. */
function EmailPreview({ outcome, words }: { outcome: Outcome; words: OutcomeTexts }) {
  const { data } = useQuery(exampleQuery);
  if (!data) return null;
  const [member] = data.members;
  if (!member) return <p className={typography.soft}>{texts.anybody}</p>;
  const track = submissionTrackOf(member) ?? member.developmentTrack;
  const email = resultEmail(words, { name: member.fullName, track: track && trackLabels[track] });
  return (
    <section
      className={`${layout.card} ${layout.stackM} ${layout.boxed} ${typography.wrap}`}
      data-tone="neutral"
      aria-label={texts.preview(outcome)}
    >
      <p className={typography.soft}>{texts.previewTo(member.fullName, member.email)}</p>
      <p className={typography.name}>{email.subject}</p>
      <p>{email.greeting}</p>
      {email.paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </section>
  );
}
