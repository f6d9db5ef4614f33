import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { momentText } from '#client/lib/format.ts';
import { IconCheck } from '#client/ui/icons.tsx';
import layout from '#client/ui/layout.module.css';
import { LinkedText } from '#client/ui/linked-text.tsx';
import { IconCircleDashed } from '#client/ui/page-icons.ts';
import { TextLink } from '#client/ui/text-link.tsx';
import typography from '#client/ui/typography.module.css';
import { answerTexts } from '#domain/answers.ts';
import type { Member } from '#domain/members.ts';
import { requirementsQuery, useResult, waitingQuery } from './answer-queries.ts';
import classes from './review-answer.module.css';
import { HearBy, useBlock } from './season.tsx';

interface ReviewAnswerProps {
  member: Member;
  /** The feedback is the headline of its page. */
  headline?: boolean;
}

/** The answer to a submission: its feedback, or while it waits, its place in the queue. */
export function ReviewAnswer(props: ReviewAnswerProps) {
  const { submissionReviewed, submittedAt, feedback, formerFeedback } = props.member;
  return (
    <>
      <Answer {...props} />
      <HearBy member={props.member} />
      {/* It stays readable until there is feedback on the present submission. */}
      {feedback === null && formerFeedback !== null && (
        <Feedback title={answerTexts.formerFeedbackTitle} text={formerFeedback} />
      )}
      {submissionReviewed && <RequirementsMet submittedAt={submittedAt} />}
    </>
  );
}

function Answer({ member, headline = false }: ReviewAnswerProps) {
  const result = useResult();
  const isClosed = useBlock() === 'closed';
  const { feedback, feedbackAt: at } = member;
  if (feedback !== null) {
    return (
      <Feedback title={answerTexts.feedbackTitle} text={feedback} headline={headline}>
        {at && (
          <p className={typography.fact}>
            <time dateTime={at}>{momentText(at)}</time>
          </p>
        )}
        {!isClosed && (
          <p className={typography.note}>
            {answerTexts.submitAgain}
            {!headline && !member.taskCompleted && (
              <>
                {' '}
                <TextLink to="/contact?edit">{answerTexts.submitAgainLink}</TextLink>
              </>
            )}
          </p>
        )}
      </Feedback>
    );
  }
  // A result is out: nobody waits any more.
  if (member.githubLink === null || member.submissionReviewed || result) return null;
  return <WaitingPlace submittedAt={member.submittedAt} />;
}

interface FeedbackProps {
  title: string;
  text: string;
  headline?: boolean;
  children?: ReactNode;
}

function Feedback({ title, text, headline = false, children }: FeedbackProps) {
  const heading = useId();
  const Heading = headline ? 'h2' : 'h3';
  return (
    <section
      className={`${layout.stackS} ${headline ? classes.headline : classes.feedback}`}
      aria-labelledby={heading}
    >
      <Heading id={heading} className={typography.heading}>
        {title}
      </Heading>
      <p className={`${typography.written} ${headline ? typography.title : ''}`}>
        <LinkedText text={text} />
      </p>
      {children}
    </section>
  );
}

/** The requirements that the reviewed project meets; nothing if the club does not show them. */
function RequirementsMet({ submittedAt }: { submittedAt: string | null }) {
  const heading = useId();
  const { data } = useQuery(requirementsQuery(submittedAt));
  if (!data?.requirements) return null;
  const count = data.requirements.filter(({ met }) => met).length;
  return (
    <section className={layout.stackS} aria-labelledby={heading}>
      <p id={heading} className={typography.note}>
        {answerTexts.requirementsMet(count, data.requirements.length)}
      </p>
      <ul className={`${layout.stackXs} ${typography.note}`}>
        {data.requirements.map(({ title, met }) => {
          const Icon = met ? IconCheck : IconCircleDashed;
          return (
            <li key={title} className={`${layout.media} ${layout.top} ${classes.requirement}`} data-met={met}>
              <Icon size={16} stroke={2.2} aria-hidden="true" />
              <span>
                {title} <span className={typography.fact}>{met ? answerTexts.met : answerTexts.notMet}</span>
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Without an answer from the server its place stays empty, because nothing depends on it. */
function WaitingPlace({ submittedAt }: { submittedAt: string | null }) {
  const { data } = useQuery(waitingQuery(submittedAt));
  const place = data && answerTexts.place(data);
  if (data && !place) return null;
  return (
    <p className={`${typography.note} ${classes.place}`}>
      {place} {data && answerTexts.usualWait(data)}
    </p>
  );
}
