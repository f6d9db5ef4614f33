import { useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useEffectEvent, useState } from 'react';
import { currentValues, failureMessage, request } from '#client/lib/api.ts';
import type { FormValues } from '#client/lib/form-controls.ts';
import { useDraft } from '#client/lib/use-draft.ts';
import { useMutation } from '#client/lib/use-mutation.ts';
import { resultsQuery } from '#client/member-ui/results/queries.ts';
import { resultsTexts as texts } from '#client/member-ui/results/texts.ts';
import { useSessionUser } from '#client/session/queries.ts';
import { DraftNote } from '#client/ui/draft-note.tsx';
import { CheckField, TextAreaField, TextField } from '#client/ui/field.tsx';
import layout from '#client/ui/layout.module.css';
import { LeaveQuestion } from '#client/ui/leave-question.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { SubmitButton } from '#client/ui/submit-button.tsx';
import { TabList } from '#client/ui/tabs.tsx';
import { type Outcome, outcomeLabels, outcomes } from '#domain/outcomes.ts';
import { type OutcomeTexts, type ResultSettings, resultSettings } from '#domain/result-texts.ts';
import { type ResultsView, resultsView } from '#domain/results.ts';
import { check } from '#domain/validation.ts';
import { EmailPreview } from './email-preview.tsx';

const tabs = outcomes.map((id) => ({ id, label: outcomeLabels[id] }));
const panelId = 'result-words';

export function ResultSettingsForm({ results }: { results: ResultsView }) {
  const [open, setOpen] = useState<Outcome>('selected');
  const { values, change, dirty, note, save, saved, problem, error, busy } = useSettings(results);
  const words = values.texts[open];

  function changeWords(part: Partial<OutcomeTexts>) {
    change({ texts: { ...values.texts, [open]: { ...words, ...part } } });
  }

  /** The error beside its field; that of another tab is above the button. */
  const errorOf = (field: string) => problem?.field === field && problem.message;
  function field(name: keyof OutcomeTexts, label: string) {
    return {
      label,
      value: words[name],
      error: errorOf(`texts.${open}.${name}`),
      onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
        changeWords({ [name]: currentTarget.value }),
    };
  }

  return (
    <Panel title={texts.words} subtitle={texts.wordsAbout}>
      <LeaveQuestion when={() => dirty} />
      <form className={layout.stackXl} noValidate onSubmit={save}>
        <DraftNote form={note} />
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
            <EmailPreview outcome={open} words={words} />
          </div>
        </div>
        <div className={layout.columns}>
          <TextField
            label={texts.season}
            value={values.season}
            error={errorOf('season')}
            onChange={(event) => change({ season: event.currentTarget.value })}
          />
          <CheckField
            label={texts.showRequirements}
            checked={values.showRequirements}
            onChange={(event) => change({ showRequirements: event.currentTarget.checked })}
          />
        </div>
        <div aria-live="polite">
          {problem && !problem.field.startsWith(`texts.${open}.`) && (
            <Notice tone="error" inLiveRegion>
              {problem.message}
            </Notice>
          )}
          {error && (
            <Notice tone="error" inLiveRegion>
              {texts.saveFailed(failureMessage(error))}
            </Notice>
          )}
          {saved && !dirty && (
            <Notice tone="success" inLiveRegion>
              {texts.saved}
            </Notice>
          )}
        </div>
        <div className={layout.row}>
          <SubmitButton variant="default" busy={busy} disabled={!dirty} busyLabel={texts.saving}>
            {texts.save}
          </SubmitButton>
        </div>
      </form>
    </Panel>
  );
}

/** The settings as fields, of which a draft keeps those that were changed. */
function fieldsOf({ texts, ...others }: ResultSettings): FormValues {
  const words = outcomes.flatMap((outcome) =>
    Object.entries(texts[outcome]).map(([name, text]) => [`${outcome}.${name}`, text]),
  );
  return { ...others, ...Object.fromEntries(words) };
}

function settingsOf(fields: FormValues): ResultSettings {
  const texts = outcomes.map((outcome) => {
    const own = Object.entries(fields).filter(([name]) => name.startsWith(`${outcome}.`));
    return [outcome, Object.fromEntries(own.map(([name, text]) => [name.slice(outcome.length + 1), text]))];
  });
  const { season, showRequirements } = fields;
  return { season, showRequirements, texts: Object.fromEntries(texts) } as ResultSettings;
}

/** The settings as they are being edited. A save elsewhere is shown once nothing is being typed. */
function useSettings(results: ResultsView) {
  const client = useQueryClient();
  const owner = useSessionUser()?.uid ?? null;
  const stored = fieldsOf(results.settings);
  const draft = useDraft(stored, { form: 'result-settings', owner });
  /** The version that was shown when the first change was made. */
  const [version, setVersion] = useState(results.settingsVersion);
  const [problem, setProblem] = useState<{ field: string; message: string } | null>(null);
  const mutation = useMutation({
    mutationFn: (body: { settings: ResultSettings; version: string }) =>
      request('/api/admin/results/settings', resultsView, { method: 'PUT', body }),
    onSuccess: (answer) => client.setQueryData(resultsQuery.queryKey, answer),
    onError: (error) => {
      const current = currentValues(error, resultsView);
      if (current) client.setQueryData(resultsQuery.queryKey, current);
      // A second save replaces what was saved elsewhere, which the message has named.
      if (current) setVersion(current.settingsVersion);
    },
  });
  const { dirty } = draft;
  const values = dirty ? settingsOf(draft.values) : results.settings;

  function save(event: SubmitEvent) {
    event.preventDefault();
    if (!dirty || mutation.isPending) return;
    const checked = check(resultSettings, values);
    setProblem(checked.ok ? null : checked.failure);
    if (!checked.ok) return;
    const sent = draft.values;
    mutation.mutate({ settings: checked.value, version }, { onSuccess: (answer) => takeOver(answer, sent) });
  }

  /** Words typed during the save are still to be saved. */
  const takeOver = useEffectEvent(({ settings, settingsVersion }: ResultsView, sent: FormValues) => {
    setVersion(settingsVersion);
    if (draft.values === sent) draft.reset(fieldsOf(settings));
  });

  return {
    values,
    dirty,
    note: { ...draft, discard: () => draft.reset(stored) },
    change(part: Partial<ResultSettings>) {
      setProblem(null);
      if (!dirty) setVersion(results.settingsVersion);
      draft.change(fieldsOf({ ...values, ...part }));
    },
    save,
    saved: mutation.isSuccess,
    problem,
    error: mutation.error,
    busy: mutation.isPending,
  };
}
