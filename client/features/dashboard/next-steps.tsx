import { type ReactNode, useState } from 'react';
import { dayText } from '#client/lib/format.ts';
import { hasOneCard, hasPoster, useResult } from '#client/member-ui/answer-queries.ts';
import board from '#client/member-ui/board.module.css';
import { Cell } from '#client/member-ui/cell.tsx';
import diamond from '#client/member-ui/diamond.module.css';
import { ProgressComb, ProgressCount } from '#client/member-ui/progress-comb.tsx';
import { ResultWords } from '#client/member-ui/results/result-news.tsx';
import { ReviewAnswer } from '#client/member-ui/review-answer.tsx';
import { DueLine, useBlock } from '#client/member-ui/season.tsx';
import { projectName, Receipt } from '#client/member-ui/submitted-project.tsx';
import { trackStyles } from '#client/member-ui/track-style.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { createIcon } from '#client/ui/icons.tsx';
import layout from '#client/ui/layout.module.css';
import { NextLink } from '#client/ui/next-link.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import typography from '#client/ui/typography.module.css';
import { type Track, trackLabels } from '#domain/member-choices.ts';
import { type Member, submissionTrackOf } from '#domain/members.ts';
import { stepGlyphs } from '#domain/poster.ts';
import { completedSteps, currentStep, isMembersTurn, nextSteps } from '#domain/progress.ts';
import page from './dashboard-page.module.css';
import { dashboardTexts, finishTexts } from './texts.ts';

interface NextStepsProps {
  /** Null if there is no record; undefined if it is not loaded. */
  member: Member | null | undefined;
  loading: boolean;
  /** The page's main action is elsewhere: a track has to be chosen first. */
  secondary: boolean;
}

/** The Next Steps card, with the notice and button that the spec gives (point 4). */
export function NextSteps({ member, loading, secondary }: NextStepsProps) {
  const [wasUnfinished, setWasUnfinished] = useState(false);
  const result = useResult();
  const isClosed = useBlock() === 'closed';
  const finished = member ? completedSteps(member) === 4 : undefined;
  if (finished === false && !wasUnfinished) setWasUnfinished(true);
  if (loading) {
    return (
      <Panel title={dashboardTexts.nextTitle} quiet>
        <div className={`${layout.stackL} ${board.beside}`}>
          <div className={board.board}>
            <Skeleton width="15rem" height="130px" />
          </div>
          <div className={layout.stackL}>
            <Skeleton width="15rem" height="32px" />
            <Skeleton width="100%" height="44px" />
          </div>
        </div>
      </Panel>
    );
  }
  if (member && finished) return <Finish member={member} isNew={wasUnfinished} />;
  const { notice, button } = nextSteps(member ?? null, result !== null);
  const step = member && currentStep(member);
  const isTurn = member && isMembersTurn(member, result !== null) && !(isClosed && member.githubLink);
  return (
    <Panel title={dashboardTexts.nextTitle} quiet aside={member && <ProgressCount record={member} />}>
      <div className={`${layout.stackL} ${board.beside}`}>
        {member && <ProgressComb record={member} />}
        <div className={layout.stackL}>
          {step && (
            <div className={layout.stackS}>
              <p className={typography.headline}>{step.title}</p>
              {!notice && <p className={typography.soft}>{step.description}</p>}
            </div>
          )}
          {notice && <Notice tone={member?.submissionReviewed ? 'success' : 'info'}>{notice}</Notice>}
          {member && <DueLine member={member} />}
          {member && <ReviewAnswer member={member} />}
          <div className={layout.actions}>
            <NextLink to={button.to} variant={isTurn && !secondary ? 'filled' : 'default'}>
              {button.label}
            </NextLink>
          </div>
        </div>
      </div>
    </Panel>
  );
}

interface FinishProps {
  member: Member;
  /** The last step was completed while the page is open: the strip of cells turns into the diamond. */
  isNew: boolean;
}

/** The Next Steps card at 4 of 4: what the member did, with a receipt. */
function Finish({ member, isNew }: FinishProps) {
  const { notice, button } = nextSteps(member);
  // The card is about the submission, whatever track was chosen since.
  const track = submissionTrackOf(member);
  const result = useResult();
  const submit = <ButtonLink to={button.to}>{button.label}</ButtonLink>;
  const isOneCard = hasOneCard(result, member);
  // A selection has the poster, which says whose it is, and what was not selected has no picture.
  const named = !hasPoster(result);
  const pictured = !result || result.outcome === 'waitlisted';
  return (
    <Panel title={dashboardTexts.nextTitle} quiet aside={<ProgressCount record={member} />}>
      <div className={`${layout.stackL} ${board.beside}`}>
        {pictured && <Diamond track={track} waiting={result?.outcome === 'waitlisted'} isNew={isNew} />}
        <div className={pictured ? layout.stackM : layout.split}>
          <div className={layout.stackM}>
            <div className={layout.stackM} aria-live="polite">
              {isOneCard ? (
                <ResultWords panel={result}>{!pictured && submit}</ResultWords>
              ) : (
                <p className={typography.headline}>{finishTexts.title}</p>
              )}
            </div>
            {!result && <p className={typography.soft}>{notice}</p>}
            <ReviewAnswer member={member} />
            {!pictured && !isOneCard && <div className={layout.actions}>{submit}</div>}
          </div>
          <Receipt
            lines={{
              member: named && member.fullName,
              track: named && track && trackLabels[track],
              project: projectName(member.githubLink),
              joined: day(member.createdAt),
              'task done': day(member.taskCompletedAt),
              submitted: day(member.submittedAt),
            }}
          />
          {pictured && (
            <div className={`${layout.row} ${page.buttons}`}>
              <ButtonLink to="/timeline">{finishTexts.timeline}</ButtonLink>
              {submit}
            </div>
          )}
        </div>
      </div>
    </Panel>
  );
}

function day(iso: string | null): ReactNode {
  return iso && <time dateTime={iso}>{dayText(iso, 'Invalid Date')}</time>;
}

const Account = createIcon(stepGlyphs.account);
const Task = createIcon(stepGlyphs.task);

interface DiamondProps {
  track: Track | null;
  /** The last step waits: its cell is dashed. */
  waiting?: boolean;
  /** The last step was completed while the page is open: the strip of cells turns into the diamond. */
  isNew?: boolean;
}

/** The four steps in outlines on the pattern: one, two and one. Filled, they are the poster of those who were selected. */
function Diamond({ track, waiting = false, isNew = false }: DiamondProps) {
  return (
    <div className={board.board} data-track={track ?? undefined} aria-hidden="true">
      <div className={diamond.diamond} data-new={isNew || undefined}>
        <Cell outlined status="completed" glyph={Account} />
        <Cell outlined status="completed" {...(track && { glyph: trackStyles[track].icon })} />
        <Cell outlined status="completed" glyph={Task} />
        <Cell outlined={!waiting} status={waiting ? 'pending' : 'completed'} later={4} />
      </div>
    </div>
  );
}
