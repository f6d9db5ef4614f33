import { useQuery } from '@tanstack/react-query';
import { lazy, useState } from 'react';
import { failureMessage } from '#client/lib/api.ts';
import { BulkProgressView } from '#client/member-ui/bulk-progress.tsx';
import { memberAddress } from '#client/member-ui/member-address.ts';
import { PendingCorrectionView } from '#client/member-ui/results/pending-correction.tsx';
import { resultsQuery, useResultsWrite } from '#client/member-ui/results/results-query.ts';
import { waitingTexts } from '#client/member-ui/results/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { DialogButton } from '#client/ui/dialog.tsx';
import { TextField } from '#client/ui/field.tsx';
import layout from '#client/ui/layout.module.css';
import { Loaded } from '#client/ui/load-failure.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { IconAlertTriangle } from '#client/ui/page-icons.ts';
import { Panel, Summary } from '#client/ui/panel.tsx';
import { SubmitButton } from '#client/ui/submit-button.tsx';
import { TextLink } from '#client/ui/text-link.tsx';
import typography from '#client/ui/typography.module.css';
import { trackLabels, tracks } from '#domain/member-choices.ts';
import type { Places, ResultsView, WaitingList } from '#domain/results-page.ts';
import { countMembers, isPrepared, OutcomeCounts } from './outcome-counts.tsx';
import { PastedList } from './pasted-list.tsx';
import { ResultSettingsForm } from './result-settings-form.tsx';
import { NewRound, Rounds } from './rounds.tsx';
import { resultsTexts as texts } from './texts.ts';

export function Component() {
  const query = useQuery(resultsQuery);
  return (
    <>
      <PageHeading title={texts.title} />
      <Loaded query={query} failed={texts.loadFailed} height="18rem">
        {(data) => (
          <div className={layout.stackL}>
            <Panel title={texts.release} aside={<PastedList />}>
              <div className={layout.stackL}>
                <OutcomeCounts counts={data.counts} places={data.places} />
                <PlacesForm results={data} />
                <Warnings results={data} />
                <NewRound results={data} />
                {data.rounds.some(({ releasedAt }) => releasedAt !== null) && (
                  <p className={typography.soft}>{texts.afterRelease(data.emails.sendsMail)}</p>
                )}
              </div>
            </Panel>
            <div className={layout.tiles}>
              {data.rounds.length > 0 && <Rounds rounds={data.rounds} />}
              {data.waiting.length > 0 && <WaitingLists waiting={data.waiting} />}
              {data.corrections.length > 0 && <Corrections corrections={data.corrections} />}
              {data.emails.total > 0 && <Emails emails={data.emails} />}
            </div>
            {/* A save elsewhere does not change what is being typed; the server refuses to overwrite it. */}
            <ResultSettingsForm results={data} />
          </div>
        )}
      </Loaded>
    </>
  );
}

function Corrections({ corrections }: Pick<ResultsView, 'corrections'>) {
  return (
    <Panel title={texts.corrections}>
      <ul className={layout.stackL}>
        {corrections.map(({ uid, fullName, ...correction }) => (
          <li key={uid} className={layout.stackXs}>
            <TextLink to={memberAddress(uid)}>{fullName}</TextLink>
            <PendingCorrectionView uid={uid} name={fullName} correction={correction} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Emails({ emails }: { emails: ResultsView['emails'] }) {
  const choice = useResultsWrite<{ stopped: boolean }>('PATCH', 'emails');
  return (
    <Panel title={texts.emails}>
      <BulkProgressView
        emails={emails}
        choice={{ ...choice, mutate: (stopped) => choice.mutate({ stopped }) }}
      />
    </Panel>
  );
}

/** Facts to know before a release, each with the page that changes it. */
function Warnings({ results }: { results: ResultsView }) {
  const { counts, unreviewed, unsentEmails } = results;
  const undecided = countMembers(counts, ({ outcome }) => outcome === null);
  // Once all results are out, a submission to review or another email is nothing to wait for.
  const before =
    results.rounds.every(({ releasedAt }) => !releasedAt) || countMembers(counts, isPrepared) > 0;
  const warnings = [
    {
      count: undecided,
      text: texts.undecided(undecided),
      to: '/admin?outcome=none',
      link: texts.undecidedLink,
    },
    {
      count: before ? unreviewed : 0,
      text: texts.unreviewed(unreviewed),
      to: '/admin/review',
      link: texts.unreviewedLink,
    },
    {
      count: before ? unsentEmails : 0,
      text: texts.unsent(unsentEmails),
      to: '/admin/health',
      link: texts.unsentLink,
    },
  ].filter(({ count }) => count > 0);
  if (warnings.length === 0) return null;
  return (
    <ul className={`${layout.card} ${layout.boxed} ${layout.stackS}`} data-tone="warning">
      {warnings.map(({ text, to, link }) => (
        <li key={to} className={layout.media}>
          <IconAlertTriangle size={20} stroke={1.8} aria-hidden="true" />
          <span>
            {text} <TextLink to={to}>{link}</TextLink>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** How many places each track has. */
function PlacesForm({ results }: { results: ResultsView }) {
  const [typed, setTyped] = useState<Record<string, string>>({});
  const save = useResultsWrite('PUT', 'settings');
  const { settings, settingsVersion: version } = results;
  const typedFor = (track: keyof Places) => typed[track] ?? String(results.places[track] ?? '');
  return (
    <details>
      <Summary>{texts.places}</Summary>
      <form
        className={layout.stackM}
        onSubmit={(event) => {
          event.preventDefault();
          const set = tracks.filter((track) => typedFor(track) !== '');
          const places = Object.fromEntries(set.map((track) => [track, Number(typedFor(track))]));
          save.mutate({ settings, version, places }, { onSuccess: () => setTyped({}) });
        }}
      >
        <p className={typography.note}>{texts.placesAbout}</p>
        <div className={layout.row}>
          {tracks.map((track) => (
            <TextField
              key={track}
              label={texts.placesOf(trackLabels[track])}
              type="number"
              min={0}
              max={10_000}
              value={typedFor(track)}
              onChange={({ currentTarget }) => setTyped({ ...typed, [track]: currentTarget.value })}
            />
          ))}
        </div>
        {save.error && <Notice tone="error">{texts.saveFailed(failureMessage(save.error))}</Notice>}
        <div className={layout.actions}>
          <SubmitButton
            variant="default"
            busy={save.isPending}
            disabled={Object.keys(typed).length === 0}
            busyLabel={texts.saving}
          >
            {texts.savePlaces}
          </SubmitButton>
        </div>
      </form>
    </details>
  );
}

const DaysQuestion = lazy(() =>
  import('#client/member-ui/results/days-question.tsx').then((m) => ({ default: m.DaysQuestion })),
);

/** The waiting list of each track, with an offer for each place that is free. */
function WaitingLists({ waiting }: Pick<ResultsView, 'waiting'>) {
  return (
    <Panel title={waitingTexts.title}>
      <div className={layout.stackL}>
        {waiting.map((list) => (
          <TrackList key={list.track} list={list} />
        ))}
      </div>
    </Panel>
  );
}

function TrackList({ list: { track, free, members } }: { list: WaitingList }) {
  const move = useResultsWrite<{ uids: string[] }>('PUT', 'waiting-list');

  function moveUp(index: number) {
    const uids = members.map(({ uid }) => uid);
    const moved = uids.toSpliced(index, 1).toSpliced(index - 1, 0, ...uids.slice(index, index + 1));
    move.mutate({ uids: moved });
  }

  return (
    <section className={layout.stackS} aria-label={trackLabels[track]}>
      <h3 className={typography.heading}>{waitingTexts.track(trackLabels[track], free)}</h3>
      <ol className={layout.stackS}>
        {members.map((member, index) => (
          <li key={member.uid} className={layout.ends}>
            <span className={`${layout.line} ${typography.wrap}`}>
              <TextLink to={memberAddress(member.uid)}>{member.fullName}</TextLink>{' '}
              <span className={typography.fact}>{waitingTexts.score(member.score)}</span>
            </span>
            <span className={layout.line}>
              {free > 0 && (
                <DialogButton
                  size="sm"
                  aria-label={waitingTexts.offerTo(member.fullName)}
                  dialog={(close) => (
                    <DaysQuestion
                      texts={{
                        ...waitingTexts.question(member.fullName),
                        done: waitingTexts.offered(member.fullName),
                      }}
                      method="POST"
                      path="rounds"
                      body={{ uids: [member.uid], offer: true }}
                      mails={1}
                      onClose={close}
                    />
                  )}
                >
                  {waitingTexts.offer}
                </DialogButton>
              )}
              {index > 0 && (
                <Button
                  variant="subtle"
                  size="sm"
                  aria-label={waitingTexts.upOf(member.fullName)}
                  busy={move.isPending}
                  onClick={() => moveUp(index)}
                >
                  {waitingTexts.up}
                </Button>
              )}
            </span>
          </li>
        ))}
      </ol>
      {move.error && <Notice tone="error">{waitingTexts.failed(failureMessage(move.error))}</Notice>}
    </section>
  );
}
