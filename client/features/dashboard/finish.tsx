import type { ReactNode } from 'react';
import { dayText } from '#client/lib/format.ts';
import { hasOneCard, useResult } from '#client/member-ui/answer-queries.ts';
import board from '#client/member-ui/board.module.css';
import { Cell } from '#client/member-ui/cell.tsx';
import diamond from '#client/member-ui/diamond.module.css';
import { ProgressCount } from '#client/member-ui/progress-comb.tsx';
import { ResultWords } from '#client/member-ui/results/result-news.tsx';
import { ReviewAnswer } from '#client/member-ui/review-answer.tsx';
import { trackStyles } from '#client/member-ui/track-style.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { createIcon } from '#client/ui/icons.tsx';
import layout from '#client/ui/layout.module.css';
import { Panel } from '#client/ui/panel.tsx';
import typography from '#client/ui/typography.module.css';
import { type Track, trackLabels } from '#domain/member-choices.ts';
import { type Member, submissionTrackOf } from '#domain/members.ts';
import { stepGlyphs } from '#domain/poster.ts';
import { nextSteps } from '#domain/progress.ts';
import { projectLink } from '#domain/project-link.ts';
import classes from './finish.module.css';
import { dashboardTexts, finishTexts } from './texts.ts';

interface FinishProps {
  member: Member;
  /** The last step was completed while the page is open: the strip of cells turns into the diamond. */
  isNew: boolean;
}

/** The Next Steps card at 4 of 4: what the member did, with a receipt. */
export function Finish({ member, isNew }: FinishProps) {
  const { notice, button } = nextSteps(member);
  // The card is about the submission, whatever track was chosen since.
  const track = submissionTrackOf(member);
  const result = useResult();
  // A selection has the poster, and what was not selected has no picture.
  const pictured = !result || result.outcome === 'waitlisted';
  return (
    <Panel title={dashboardTexts.nextTitle} quiet aside={<ProgressCount record={member} />}>
      <div className={`${layout.stackL} ${board.beside}`}>
        {pictured && <Diamond track={track} waiting={result?.outcome === 'waitlisted'} isNew={isNew} />}
        <div className={layout.stackM}>
          <div className={layout.stackM} aria-live="polite">
            {hasOneCard(result, member) ? (
              <ResultWords panel={result} />
            ) : (
              <p className={typography.headline}>{finishTexts.title}</p>
            )}
          </div>
          {!result && <p className={typography.soft}>{notice}</p>}
          <ReviewAnswer member={member} />
          <dl className={`${layout.stackS} ${typography.fact} ${classes.receipt}`}>
            <Line label={finishTexts.member}>{member.fullName}</Line>
            <Line label={finishTexts.track}>{track && trackLabels[track]}</Line>
            <Line label={finishTexts.project}>
              {member.githubLink && (projectLink(member.githubLink)?.name ?? member.githubLink)}
            </Line>
            <Line label={finishTexts.joined}>{day(member.createdAt)}</Line>
            <Line label={finishTexts.taskDone}>{day(member.taskCompletedAt)}</Line>
            <Line label={finishTexts.submitted}>{day(member.submittedAt)}</Line>
          </dl>
          <ButtonLink to={button.to}>{button.label}</ButtonLink>
        </div>
      </div>
    </Panel>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <div className={`${layout.ends} ${classes.line}`}>
      <dt>{label}</dt>
      <dd className={typography.wrap}>{children}</dd>
    </div>
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
