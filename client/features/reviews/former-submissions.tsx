import type { ReactNode } from 'react';
import { momentText } from '#client/lib/format.ts';
import { Badge } from '#client/ui/badge.tsx';
import layout from '#client/ui/layout.module.css';
import { LinkedText } from '#client/ui/linked-text.tsx';
import { LongText } from '#client/ui/long-text.tsx';
import { IconChevronRight } from '#client/ui/page-icons.ts';
import { LinkButton } from '#client/ui/text-link.tsx';
import typography from '#client/ui/typography.module.css';
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx';
import { deskTexts, feedbackTexts } from '#domain/desk-texts.ts';
import { projectLink, repositoryKey } from '#domain/project-link.ts';
import type { FormerSubmission, ReviewedMember } from '#domain/review.ts';
import { lateLabel, resultText } from '#domain/review-texts.ts';

import { compareTexts, type Piece, shortenSame } from './description-diff.ts';
import classes from './former-submissions.module.css';
import { OpinionList } from './opinions.tsx';
import view from './submission-view.module.css';

/** The difference between the present submission and the one before. */
export function SinceFormer({ former, member }: { former: FormerSubmission; member: ReviewedMember }) {
  const isOtherRepository = repositoryKey(former.githubLink) !== repositoryKey(member.githubLink);
  return (
    <div className={layout.stackM}>
      {isOtherRepository && (
        <p className={`${typography.soft} ${typography.wrap}`}>
          {deskTexts.linkChanged}{' '}
          <del className={classes.difference} data-tone="error">
            {nameOf(former.githubLink)}
          </del>{' '}
          <ins className={classes.difference} data-tone="success">
            {nameOf(member.githubLink ?? '')}
          </ins>
        </p>
      )}
      <Description before={former.projectDescription} after={member.projectDescription ?? ''} />
    </div>
  );
}

function Description({ before, after }: { before: string | null; after: string }) {
  if (before === null) return <p className={typography.soft}>{deskTexts.formerTextGone}</p>;
  if (before === after) return <p className={typography.soft}>{deskTexts.unchangedText}</p>;
  const pieces = shortenSame(compareTexts(before, after));
  return (
    <div className={`${layout.stackS} ${view.description}`}>
      <LongText text={pieces.map(({ text }) => text).join('')} lines={12}>
        <Difference pieces={pieces} />
      </LongText>
    </div>
  );
}

function Difference({ pieces }: { pieces: readonly Piece[] }) {
  let offset = 0;
  return pieces.map(({ kind, text }) => {
    offset += text.length;
    const key = `${kind}${offset}`;
    if (kind === 'same') return <span key={key}>{text}</span>;
    const Mark = kind === 'added' ? 'ins' : 'del';
    return (
      <Mark key={key} className={classes.difference} data-tone={kind === 'added' ? 'success' : 'error'}>
        <VisuallyHidden>{deskTexts[kind]} </VisuallyHidden>
        {text}
      </Mark>
    );
  });
}

interface FormerSubmissionsProps {
  former: readonly FormerSubmission[];
  onUseText: (text: string) => void;
}

/** The submissions that the member has replaced, newest first, with their reviews. */
export function FormerSubmissions({ former, onUseText }: FormerSubmissionsProps) {
  return (
    <ol className={layout.divided}>
      {former.map((submission) => (
        <li key={submission.submittedAt ?? ''}>
          <Entry submission={submission} onUseText={onUseText} />
        </li>
      ))}
    </ol>
  );
}

interface EntryProps {
  submission: FormerSubmission;
  onUseText: (text: string) => void;
}

function Entry({ submission, onUseText }: EntryProps) {
  const { submittedAt, githubLink, projectDescription, feedback, draft, note, opinions } = submission;
  const late = lateLabel(submission);
  const unsent = draft !== '' && draft !== feedback ? draft : null;
  return (
    <details>
      <summary className={`${layout.line} ${typography.note} ${classes.summary}`}>
        <IconChevronRight size={18} stroke={1.8} aria-hidden="true" />
        <span className={typography.name}>{nameOf(githubLink)}</span>
        {submittedAt && <time dateTime={submittedAt}>{momentText(submittedAt)}</time>}
        {late && <Badge tone="warning">{late}</Badge>}
        <Badge tone={submission.submissionReviewed ? 'success' : 'neutral'}>{resultText(submission)}</Badge>
      </summary>
      <div className={`${layout.stackL} ${classes.details}`}>
        {feedback && <Part label={feedbackTexts.feedback} text={feedback} />}
        {unsent && (
          <Part label={feedbackTexts.draft} text={unsent}>
            <LinkButton onClick={() => onUseText(unsent)}>{deskTexts.useText}</LinkButton>
          </Part>
        )}
        {note && <Part label={feedbackTexts.note} text={note} />}
        <OpinionList opinions={opinions} />
        <Part label={deskTexts.project} text={projectDescription ?? deskTexts.formerTextGone} />
      </div>
    </details>
  );
}

function Part({ label, text, children }: { label: string; text: string; children?: ReactNode }) {
  return (
    <section className={`${layout.stackXs} ${view.description}`}>
      <h3 className={typography.caption}>{label}</h3>
      <LongText text={text} lines={12}>
        <LinkedText text={text} />
      </LongText>
      {children}
    </section>
  );
}

function nameOf(link: string): string {
  return projectLink(link)?.name ?? link;
}
