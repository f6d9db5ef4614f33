import { lazy, useState } from 'react';
import { failureMessage } from '#client/lib/api.ts';
import { momentText } from '#client/lib/format.ts';
import { useResultsWrite } from '#client/member-ui/results/results-query.ts';
import { audienceName } from '#client/member-ui/results/round-name.ts';
import { roundTexts as texts } from '#client/member-ui/results/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { DialogButton } from '#client/ui/dialog.tsx';
import layout from '#client/ui/layout.module.css';
import { Notice } from '#client/ui/notice.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { SelectField } from '#client/ui/select-field.tsx';
import { TextLink } from '#client/ui/text-link.tsx';
import typography from '#client/ui/typography.module.css';
import { type Track, trackLabels, tracks } from '#domain/member-choices.ts';
import type { ResultsView } from '#domain/results-page.ts';
import type { Round, RoundAudience } from '#domain/rounds.ts';
import { countMembers, isPrepared } from './outcome-counts.tsx';
import { resultsTexts } from './texts.ts';

const ReleaseQuestion = lazy(() =>
  import('#client/member-ui/results/release-question.tsx').then((m) => ({ default: m.ReleaseQuestion })),
);

const everyone = { all: true } as const;

/** Releases all that is prepared, or that of a track. */
export function NewRound({ results: { counts } }: { results: ResultsView }) {
  const [track, setTrack] = useState<Track | ''>('');
  const prepared = countMembers(counts, isPrepared);
  if (prepared === 0) {
    return (
      <p>
        {resultsTexts.nobodyPrepared} <TextLink to="/admin">{resultsTexts.decide}</TextLink>
      </p>
    );
  }
  const offered = tracks.filter((one) => countMembers(counts, (row) => row.track === one && isPrepared(row)));
  const isOffered = track !== '' && offered.includes(track);
  return (
    <>
      <p className={typography.soft}>{resultsTexts.notReleased}</p>
      <div className={layout.actions}>
        <SelectField
          label={texts.members}
          options={[
            { value: '', label: texts.everyone },
            ...offered.map((one) => ({ value: one, label: trackLabels[one] })),
          ]}
          value={isOffered ? track : ''}
          onChange={({ currentTarget }) => setTrack(offered.find((one) => one === currentTarget.value) ?? '')}
        />
        <DialogButton
          variant="filled"
          dialog={(close) => (
            <ReleaseQuestion audience={isOffered ? { filter: { q: '', track } } : everyone} onClose={close} />
          )}
        >
          {texts.release}
        </DialogButton>
      </div>
    </>
  );
}

/** The planned rounds, and the last that were released. */
export function Rounds({ rounds }: Pick<ResultsView, 'rounds'>) {
  return (
    <Panel title={resultsTexts.rounds}>
      <ul className={layout.stackL}>
        {rounds.map((round) => (
          <li key={round.id} className={layout.stackXs}>
            <p className={typography.name}>
              {audienceName(round)}: {resultsTexts.members(round.members)}
            </p>
            {round.releasedAt ? <Released round={round} /> : <Planned round={round} />}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Released({ round: { releasedAt, left, answerBy } }: { round: Round }) {
  return (
    <p className={typography.soft}>
      {texts.released(momentText(releasedAt ?? ''))} {left > 0 && resultsTexts.left(left)}{' '}
      {answerBy !== null && texts.answerBy(answerBy)}
    </p>
  );
}

function Planned({ round }: { round: Round }) {
  const { id, plannedFor, cancelledPlan, answerBy } = round;
  const cancel = useResultsWrite('DELETE', `rounds/${encodeURIComponent(id)}`);
  return (
    <>
      {plannedFor && <p className={typography.soft}>{texts.planned(momentText(plannedFor))}</p>}
      {cancelledPlan && <Notice tone="info">{texts.cancelledPlan(momentText(cancelledPlan))}</Notice>}
      {answerBy !== null && <p className={typography.soft}>{texts.answerBy(answerBy)}</p>}
      {cancel.error && <Notice tone="error">{failureMessage(cancel.error)}</Notice>}
      <div className={layout.row}>
        <DialogButton
          size="sm"
          dialog={(close) => <ReleaseQuestion audience={audienceOf(round)} plan={round} onClose={close} />}
        >
          {texts.move}
        </DialogButton>
        <Button variant="subtle" size="sm" busy={cancel.isPending} onClick={() => cancel.mutate({})}>
          {texts.cancel}
        </Button>
      </div>
    </>
  );
}

function audienceOf({ uids, filter }: Round): RoundAudience {
  if (uids) return { uids };
  return filter ? { filter } : everyone;
}
