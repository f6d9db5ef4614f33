import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { currentValues, failureMessage, request } from '#client/lib/api.ts';
import { momentText, timeZone } from '#client/lib/format.ts';
import { useMutation } from '#client/lib/use-mutation.ts';
import { resultsQuery } from '#client/member-ui/results/queries.ts';
import { resultsTexts as texts } from '#client/member-ui/results/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { TextField } from '#client/ui/field.tsx';
import layout from '#client/ui/layout.module.css';
import { Notice } from '#client/ui/notice.tsx';
import { Question } from '#client/ui/question.tsx';
import { SubmitButton } from '#client/ui/submit-button.tsx';
import { TextLink } from '#client/ui/text-link.tsx';
import typography from '#client/ui/typography.module.css';
import { momentOf } from '#domain/days.ts';
import {
  type ReleaseRequest,
  type ResultsDifference,
  type ResultsView,
  resultsDifference,
  resultsView,
} from '#domain/results.ts';
import { countDecided } from './outcome-counts.tsx';
import classes from './results-page.module.css';

export function ReleaseControl({ results }: { results: ResultsView }) {
  const { plannedFor, cancelledPlan, releasedAt, left } = results;
  const [asking, setAsking] = useState<ResultsView | null>(null);
  const { release, difference, busy, error } = useRelease();
  const decided = countDecided(results, true);

  if (releasedAt) {
    return (
      <>
        <Notice tone="success">
          <p>{texts.released(momentText(releasedAt))}</p>
          {left > 0 && <p>{texts.left(left)}</p>}
        </Notice>
        <p className={typography.soft}>{texts.afterRelease(results.emails.sendsMail)}</p>
      </>
    );
  }
  return (
    <>
      <p className={typography.soft}>
        {plannedFor ? texts.planned(momentText(plannedFor)) : texts.notReleased}
      </p>
      {decided === 0 && (
        <p>
          {texts.nobodyDecided} <TextLink to="/admin">{texts.decide}</TextLink>
        </p>
      )}
      {cancelledPlan && <Notice tone="info">{texts.cancelledPlan(momentText(cancelledPlan))}</Notice>}
      <div aria-live="polite">
        {error && (
          <Notice tone="error" inLiveRegion>
            <p>{texts.failed(failureMessage(error))}</p>
            {difference && <Difference difference={difference} />}
          </Notice>
        )}
      </div>
      <div className={`${layout.row} ${classes.buttons}`}>
        {decided > 0 && (
          <>
            <Button busy={busy} onClick={() => setAsking(results)}>
              {busy ? texts.releasing : texts.releaseNow}
            </Button>
            <PlanForm
              planned={plannedFor !== null}
              busy={busy}
              onPlan={(at) => release({ at, shown: results.outcomeState })}
            />
          </>
        )}
        {plannedFor && (
          <Button variant="subtle" busy={busy} onClick={() => release(null)}>
            {texts.cancel}
          </Button>
        )}
      </div>
      {asking && (
        <Question
          texts={texts.question(countDecided(asking, true), asking.emails.sendsMail)}
          onNo={() => setAsking(null)}
          onYes={() => {
            setAsking(null);
            // As the question named it, whatever the page shows by now.
            release({ shown: asking.outcomeState });
          }}
        />
      )}
    </>
  );
}

/** Releases, plans, or with null cancels; keeps the difference if the results were not what the page showed. */
function useRelease() {
  const client = useQueryClient();
  const { queryKey } = resultsQuery;
  const mutation = useMutation({
    mutationFn: (body: ReleaseRequest | null) =>
      request('/api/admin/results/release', resultsView, {
        method: body ? 'POST' : 'DELETE',
        body: body ?? {},
      }),
    onSuccess: (answer) => client.setQueryData(queryKey, answer),
    onError: (error) => {
      const current = currentValues(error, resultsDifference);
      if (current) client.setQueryData(queryKey, current);
      else void client.invalidateQueries({ queryKey });
    },
  });
  return {
    release: (body: ReleaseRequest | null) => {
      if (!mutation.isPending) mutation.mutate(body);
    },
    busy: mutation.isPending,
    error: mutation.error,
    difference: mutation.error && currentValues(mutation.error, resultsDifference),
  };
}

/** The changes since the page that was confirmed; nothing if they were reverted. */
function Difference({ difference }: { difference: ResultsDifference }) {
  const { since, further, moreUnreviewed } = difference;
  const lines = [
    ...since.map((change) => texts.change(change)),
    ...(further > 0 ? [texts.further(further)] : []),
    ...(moreUnreviewed > 0 ? [texts.moreUnreviewed(moreUnreviewed)] : []),
  ];
  if (lines.length === 0) return null;
  return (
    <>
      <p>{texts.difference}</p>
      <ul className={typography.bullets}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  );
}

interface PlanFormProps {
  planned: boolean;
  busy: boolean;
  onPlan: (at: string) => void;
}

function PlanForm({ planned, busy, onPlan }: PlanFormProps) {
  const [at, setAt] = useState('');
  const [missing, setMissing] = useState(false);
  return (
    <form
      className={`${layout.row} ${classes.buttons}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const time = momentOf(at, timeZone());
        setMissing(Number.isNaN(time));
        if (!Number.isNaN(time)) onPlan(new Date(time).toISOString());
      }}
    >
      <TextField
        label={texts.at}
        type="datetime-local"
        value={at}
        error={missing && texts.noTime}
        onChange={(event) => {
          setAt(event.currentTarget.value);
          setMissing(false);
        }}
      />
      <SubmitButton variant="default" busy={busy} busyLabel={texts.planning}>
        {planned ? texts.movePlan : texts.plan}
      </SubmitButton>
    </form>
  );
}
