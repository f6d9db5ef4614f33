import { lazy } from 'react';
import { failureMessage } from '#client/lib/api.ts';
import { memberAddress } from '#client/member-ui/member-address.ts';
import { useResultsWrite } from '#client/member-ui/results/results-query.ts';
import { waitingTexts as texts } from '#client/member-ui/results/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { DialogButton } from '#client/ui/dialog.tsx';
import layout from '#client/ui/layout.module.css';
import { Notice } from '#client/ui/notice.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { TextLink } from '#client/ui/text-link.tsx';
import typography from '#client/ui/typography.module.css';
import { trackLabels } from '#domain/member-choices.ts';
import type { ResultsView, WaitingList } from '#domain/results-page.ts';

const DaysQuestion = lazy(() =>
  import('#client/member-ui/results/days-question.tsx').then((m) => ({ default: m.DaysQuestion })),
);

/** The waiting list of each track, with an offer for each place that is free. */
export function WaitingLists({ waiting }: Pick<ResultsView, 'waiting'>) {
  return (
    <Panel title={texts.title}>
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
      <h3 className={typography.heading}>{texts.track(trackLabels[track], free)}</h3>
      <ol className={layout.stackS}>
        {members.map((member, index) => (
          <li key={member.uid} className={layout.ends}>
            <span className={`${layout.line} ${typography.wrap}`}>
              <TextLink to={memberAddress(member.uid)}>{member.fullName}</TextLink>{' '}
              <span className={typography.fact}>{texts.score(member.score)}</span>
            </span>
            <span className={layout.line}>
              {free > 0 && (
                <DialogButton
                  size="sm"
                  aria-label={texts.offerTo(member.fullName)}
                  dialog={(close) => (
                    <DaysQuestion
                      texts={{ ...texts.question(member.fullName), done: texts.offered(member.fullName) }}
                      method="POST"
                      path="rounds"
                      body={{ uids: [member.uid], offer: true }}
                      mails={1}
                      onClose={close}
                    />
                  )}
                >
                  {texts.offer}
                </DialogButton>
              )}
              {index > 0 && (
                <Button
                  variant="subtle"
                  size="sm"
                  aria-label={texts.upOf(member.fullName)}
                  busy={move.isPending}
                  onClick={() => moveUp(index)}
                >
                  {texts.up}
                </Button>
              )}
            </span>
          </li>
        ))}
      </ol>
      {move.error && <Notice tone="error">{texts.failed(failureMessage(move.error))}</Notice>}
    </section>
  );
}
