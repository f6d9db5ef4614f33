import { useState } from 'react';
import { useResult } from '#client/member-ui/answer-queries.ts';
import board from '#client/member-ui/board.module.css';
import { ProgressComb, ProgressCount } from '#client/member-ui/progress-comb.tsx';
import { ReviewAnswer } from '#client/member-ui/review-answer.tsx';
import { DueLine } from '#client/member-ui/season.tsx';
import layout from '#client/ui/layout.module.css';
import { NextLink } from '#client/ui/next-link.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import typography from '#client/ui/typography.module.css';
import type { Member } from '#domain/members.ts';
import { completedSteps, currentStep, nextSteps } from '#domain/progress.ts';
import { Finish } from './finish.tsx';
import { dashboardTexts } from './texts.ts';

interface NextStepsProps {
  /** Null if there is no record; undefined if it is not loaded. */
  member: Member | null | undefined;
  loading: boolean;
  /** The page's main action is elsewhere: a track has to be chosen first, or the result has a link. */
  secondary: boolean;
}

/** The Next Steps card, with the notice and button that the spec gives (point 4). */
export function NextSteps({ member, loading, secondary }: NextStepsProps) {
  const [wasUnfinished, setWasUnfinished] = useState(false);
  const result = useResult();
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
            <NextLink to={button.to} variant={secondary || member?.githubLink ? 'default' : 'filled'}>
              {button.label}
            </NextLink>
          </div>
        </div>
      </div>
    </Panel>
  );
}
