import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { adminKey } from '#client/lib/admin-keys.ts';
import { currentValues, failureMessage, request } from '#client/lib/api.ts';
import { momentText, timeZone } from '#client/lib/format.ts';
import { refetchAfter } from '#client/lib/live-queries.ts';
import { untilChanged } from '#client/lib/query-keys.ts';
import { useMutation } from '#client/lib/use-mutation.ts';
import { MailForecast } from '#client/member-ui/mail-forecast.tsx';
import { Button } from '#client/ui/button.tsx';
import { CheckField } from '#client/ui/check-field.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import layout from '#client/ui/layout.module.css';
import { MomentField } from '#client/ui/moment-field.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { useNotify } from '#client/ui/notifications.tsx';
import { SubmitButton } from '#client/ui/submit-button.tsx';
import typography from '#client/ui/typography.module.css';
import { type ResultsDifference, resultsDifference, resultsView } from '#domain/results-page.ts';
import {
  type AnswerBy,
  type Round,
  type RoundAudience,
  type RoundPreview,
  type RoundRequest,
  roundPreview,
} from '#domain/rounds.ts';
import { AnswerByFields, isWrong } from './answer-by.tsx';
import { resultsQuery } from './results-query.ts';
import { audienceName } from './round-name.ts';
import { roundTexts as texts } from './texts.ts';

interface ReleaseQuestionProps {
  audience: RoundAudience;
  /** The plan that is moved or released. */
  plan?: Pick<Round, 'plannedFor' | 'answerBy'>;
  onClose: () => void;
  onDone?: () => void;
}

const usualDays = 7;

/** Asks before results are released, or a release is planned: how many, and what is left. Releases only what it has shown. */
export function ReleaseQuestion({ audience, plan, onClose, onDone }: ReleaseQuestionProps) {
  const preview = useQuery({
    // No change elsewhere replaces what is being read.
    queryKey: [...adminKey, 'round-preview', audience],
    queryFn: ({ signal }) =>
      request('/api/admin/results/rounds/preview', roundPreview, { method: 'POST', body: audience, signal }),
    staleTime: untilChanged,
    gcTime: 0,
  });
  const [at, setAt] = useState(plan?.plannedFor ?? null);
  const [answerBy, setAnswerBy] = useState(plan?.answerBy ?? null);
  const round = useRound({
    onDone: () => {
      onDone?.();
      onClose();
    },
    onRefused: () => void preview.refetch(),
  });
  const { data } = preview;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!data || data.state.decided === 0 || isWrong(answerBy)) return;
    round.make({
      ...audience,
      ...(at !== null && { at }),
      ...(answerBy !== null && { answerBy }),
      shown: data.state,
    });
  }

  return (
    <Dialog question title={texts.title} onClose={onClose}>
      <form className={layout.stackL} noValidate onSubmit={submit}>
        <p className={typography.name}>{audienceName(audience)}</p>
        {!data && (
          <p className={typography.soft}>{preview.error ? failureMessage(preview.error) : texts.loading}</p>
        )}
        {data && <Effects preview={data} planned={at !== null} answerBy={answerBy} />}
        <MomentField
          label={texts.at}
          description={texts.atHint}
          timeZone={timeZone()}
          value={at}
          onChange={setAt}
        />
        <AnswerByField value={answerBy} onChange={setAnswerBy} />
        <div aria-live="polite">
          {round.error && (
            <Notice tone="error" inLiveRegion>
              <p>{texts.failed(failureMessage(round.error))}</p>
              {round.difference && <Difference difference={round.difference} />}
            </Notice>
          )}
        </div>
        <div className={layout.actions}>
          <SubmitButton busy={round.busy} disabled={!data || data.state.decided === 0} busyLabel={texts.busy}>
            {at === null ? texts.yes : texts.plan}
          </SubmitButton>
          <Button onClick={onClose}>{texts.no}</Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Whether selected members are asked to confirm their places, and until when. */
function AnswerByField({ value, onChange }: AnswerByFieldProps) {
  return (
    <>
      <CheckField
        label={texts.ask}
        checked={value !== null}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? usualDays : null)}
      />
      {value !== null && <AnswerByFields value={value} onChange={onChange} />}
    </>
  );
}

interface AnswerByFieldProps {
  value: AnswerBy | null;
  onChange: (value: AnswerBy | null) => void;
}

interface EffectsProps {
  preview: RoundPreview;
  planned: boolean;
  answerBy: AnswerBy | null;
}

/** The number of members whom it reaches, and warnings. */
function Effects({ preview, planned, answerBy }: EffectsProps) {
  const { data: results } = useQuery(resultsQuery);
  const { state, sendsMail, undecided, unexplained, days, links, messages } = preview;
  if (state.decided === 0) return <p>{texts.nobody}</p>;
  const last = results?.rounds.find(({ releasedAt }) => releasedAt !== null);
  const rest = [
    undecided > 0 && texts.undecided(undecided),
    state.unreviewed > 0 && texts.unreviewed(state.unreviewed),
    unexplained > 0 && texts.unexplained(unexplained),
    days.length > 0 && texts.days(days),
    links.length > 0 && texts.links(links),
    ...messages.map(({ at, excerpt }) => texts.message(momentText(at), excerpt)),
    last?.releasedAt && texts.last(audienceName(last), momentText(last.releasedAt)),
  ].filter((line) => typeof line === 'string');
  return (
    <>
      <p className={typography.soft}>
        {planned ? texts.countPlanned(state.decided) : texts.count(state.decided, sendsMail)}
      </p>
      {sendsMail && <MailForecast lane="result" mails={state.decided} answerBy={answerBy} />}
      {rest.length > 0 && <Lines title={texts.rest} lines={rest} />}
    </>
  );
}

function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <div className={layout.stackXs}>
      <p>{title}</p>
      <ul className={typography.bullets}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}

/** The changes since the page that was confirmed. */
function Difference({ difference }: { difference: ResultsDifference }) {
  const { since, further, moreUnreviewed } = difference;
  const lines = [
    ...since.map((change) => texts.change(change)),
    ...(further > 0 ? [texts.further(further)] : []),
    ...(moreUnreviewed > 0 ? [texts.moreUnreviewed(moreUnreviewed)] : []),
  ];
  return <Lines title={texts.difference} lines={lines} />;
}

/** Releases or plans; keeps the difference if the outcomes were not what the question showed. */
function useRound({ onDone, onRefused }: { onDone: () => void; onRefused: () => void }) {
  const client = useQueryClient();
  const notify = useNotify();
  const mutation = useMutation({
    mutationFn: (body: RoundRequest) =>
      request('/api/admin/results/rounds', resultsView, { method: 'POST', body }),
    onSuccess: (answer, { at, shown }) => {
      client.setQueryData(resultsQuery.queryKey, answer);
      refetchAfter(client, { topic: 'results', uid: null });
      notify({ tone: 'success', text: at ? texts.planDone : texts.done(shown?.decided ?? 0) });
      onDone();
    },
    onError: onRefused,
  });
  return {
    make: (body: RoundRequest) => {
      if (!mutation.isPending) mutation.mutate(body);
    },
    busy: mutation.isPending,
    error: mutation.error,
    difference: mutation.error && currentValues(mutation.error, resultsDifference),
  };
}
