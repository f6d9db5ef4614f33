import { useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { currentValues, failureMessage, request } from '#client/lib/api.ts';
import { useMutation } from '#client/lib/use-mutation.ts';
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
import { resultsQuery } from './queries.ts';
import { resultsTexts as texts } from './texts.ts';

const tabs = outcomes.map((id) => ({ id, label: outcomeLabels[id] }));
const panelId = 'result-words';

export function ResultSettingsForm({ results }: { results: ResultsView }) {
  const [open, setOpen] = useState<Outcome>('selected');
  const { values, change, dirty, save, saved, problem, error, busy } = useSettings(results);
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

/** The settings as they are being edited. A save elsewhere is shown once nothing is being typed. */
function useSettings(results: ResultsView) {
  const client = useQueryClient();
  const [draft, setDraft] = useState<{ settings: ResultSettings; version: string } | null>(null);
  const [problem, setProblem] = useState<{ field: string; message: string } | null>(null);
  const mutation = useMutation({
    mutationFn: (body: { settings: ResultSettings; version: string }) =>
      request('/api/admin/results/settings', resultsView, { method: 'PUT', body }),
    onSuccess: (answer) => client.setQueryData(resultsQuery.queryKey, answer),
    onError: (error) => {
      const current = currentValues(error, resultsView);
      if (current) client.setQueryData(resultsQuery.queryKey, current);
      // A second save replaces what was saved elsewhere, which the message has named.
      if (current) setDraft((now) => now && { ...now, version: current.settingsVersion });
    },
  });
  const values = draft?.settings ?? results.settings;

  function save(event: SubmitEvent) {
    event.preventDefault();
    if (!draft || mutation.isPending) return;
    const checked = check(resultSettings, draft.settings);
    setProblem(checked.ok ? null : checked.failure);
    if (!checked.ok) return;
    // Words typed during the save are still to be saved.
    const onSuccess = ({ settingsVersion: version }: ResultsView) =>
      setDraft((now) => (now === draft ? null : now && { ...now, version }));
    mutation.mutate({ ...draft, settings: checked.value }, { onSuccess });
  }

  return {
    values,
    dirty: draft !== null,
    change(part: Partial<ResultSettings>) {
      setProblem(null);
      setDraft({
        settings: { ...values, ...part },
        version: draft?.version ?? results.settingsVersion,
      });
    },
    save,
    saved: mutation.isSuccess,
    problem,
    error: mutation.error,
    busy: mutation.isPending,
  };
}
