import type { ReactNode } from 'react';
import { momentText } from '#client/lib/format.ts';
import { ChangeList } from '#client/member-ui/changes/change-list.tsx';
import { memberAddress } from '#client/member-ui/member-address.ts';
import { ProjectLink } from '#client/member-ui/project-link.tsx';
import { trackStyles } from '#client/member-ui/track-style.ts';
import { useAdministrator } from '#client/session/administrator.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { EmailText } from '#client/ui/email-text.tsx';
import { KeyHint } from '#client/ui/key-hint.tsx';
import layout from '#client/ui/layout.module.css';
import { LinkedText } from '#client/ui/linked-text.tsx';
import { LongText } from '#client/ui/long-text.tsx';
import { IconCopy } from '#client/ui/page-icons.ts';
import { Panel } from '#client/ui/panel.tsx';
import { TextLink } from '#client/ui/text-link.tsx';
import typography from '#client/ui/typography.module.css';
import { submissionTable, userTable } from '#domain/admin.ts';
import { deskTexts } from '#domain/desk-texts.ts';
import { readableAddress } from '#domain/former-address.ts';
import { trackLabels } from '#domain/member-choices.ts';
import { submissionTrackOf } from '#domain/members.ts';
import { projectLink } from '#domain/project-link.ts';
import type { ListedSubmission, ReviewedMember, SubmissionReview } from '#domain/review.ts';
import { lateLabel, reviewTexts } from '#domain/review-texts.ts';
import { yearLabels } from '#domain/study-years.ts';
import { FormerSubmissions, SinceFormer } from './former-submissions.tsx';
import classes from './submission-view.module.css';

interface SubmissionViewProps {
  review: SubmissionReview;
  /** Whether it has been on the screen long enough to be reviewed. */
  isSettled: boolean;
  onOpen: () => void;
  onOpenMember: (uid: string) => void;
  children: ReactNode;
}

/** The project to judge, others of the same repository, and what changed since the former submission. */
export function SubmissionView({ review, isSettled, onOpen, onOpenMember, children }: SubmissionViewProps) {
  const { member } = review;
  const [latest] = review.former;
  return (
    <div className={`${layout.stack2Xl} ${classes.submission}`}>
      <article
        className={layout.stackL}
        aria-labelledby="desk-member"
        aria-busy={!isSettled}
        data-uid={member.uid}
      >
        <MemberHead {...review} />
        {member.githubLink ? (
          <Project member={member} link={member.githubLink} onOpen={onOpen} />
        ) : (
          <p className={typography.soft}>{deskTexts.noSubmission}</p>
        )}
      </article>
      <SameRepository member={member} others={review.sameRepository} onOpenMember={onOpenMember} />
      {latest && member.githubLink && (
        <Panel plain title={deskTexts.changed}>
          <SinceFormer former={latest} member={member} />
        </Panel>
      )}
      {children}
    </div>
  );
}

interface SubmissionHistoryProps {
  review: SubmissionReview;
  onUseText: (text: string) => void;
}

export function SubmissionHistory({ review, onUseText }: SubmissionHistoryProps) {
  const isAdministrator = useAdministrator() !== null;
  return (
    <div className={`${layout.stack2Xl} ${classes.history}`}>
      {review.former.length > 0 && (
        <Panel plain title={deskTexts.former}>
          <FormerSubmissions former={review.former} onUseText={onUseText} />
        </Panel>
      )}
      {isAdministrator && (
        <Panel plain title={deskTexts.history}>
          <ChangeList uid={review.member.uid} news={null} />
        </Panel>
      )}
    </div>
  );
}

function MemberHead({ member, ...review }: SubmissionReview) {
  const { fullName, email, developmentTrack, yearOfStudy, department, studentId } = member;
  const track = submissionTrackOf(member) ?? developmentTrack;
  const late = lateLabel(review);
  const isAdministrator = useAdministrator() !== null;
  const Glyph = track ? trackStyles[track].icon : null;
  return (
    <header>
      <div className={layout.ends}>
        <h2 id="desk-member" className={typography.wrap}>
          <bdi>{fullName === undefined ? reviewTexts.anonymous : fullName || userTable.missing}</bdi>
        </h2>
        {isAdministrator && (
          <span className={typography.label}>
            <TextLink to={memberAddress(member.uid)}>{deskTexts.memberPage}</TextLink>
          </span>
        )}
      </div>
      <p className={`${layout.line} ${typography.fact} ${typography.wrap} ${classes.facts}`}>
        {studentId !== undefined && <span>{studentId || userTable.missing}</span>}
        {yearOfStudy && <span>{yearLabels[yearOfStudy]}</span>}
        {department !== undefined && <span>{department || userTable.missing}</span>}
        <span className={`${layout.row} ${classes.track}`} data-track={track ?? undefined}>
          {Glyph && <Glyph size={16} stroke={1.9} aria-hidden="true" />}
          {track ? trackLabels[track] : userTable.missingTrack}
        </span>
        {developmentTrack && developmentTrack !== track && (
          <span>{deskTexts.nowIn(trackLabels[developmentTrack])}</span>
        )}
        {email && readableAddress(email) && (
          <a href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}>
            <EmailText email={email} />
          </a>
        )}
        {member.submittedAt && (
          <time dateTime={member.submittedAt}>{deskTexts.submitted(momentText(member.submittedAt))}</time>
        )}
        {late && <Badge tone="warning">{late}</Badge>}
      </p>
    </header>
  );
}

function Project({ member, link, onOpen }: { member: ReviewedMember; link: string; onOpen: () => void }) {
  const { projectDescription } = member;
  return (
    <>
      <div className={`${layout.card} ${layout.media} ${classes.project}`}>
        <ProjectLink link={link} title={deskTexts.open} onOpen={onOpen} />
        <KeyHint keys="O" />
      </div>
      {projectDescription && (
        <div className={`${layout.stackS} ${classes.description}`}>
          <LongText text={projectDescription} lines={12}>
            <LinkedText text={projectDescription} />
          </LongText>
        </div>
      )}
    </>
  );
}

interface SameRepositoryProps {
  member: ListedSubmission;
  others: readonly ListedSubmission[];
  onOpenMember: (uid: string) => void;
}

function SameRepository({ member, others, onOpenMember }: SameRepositoryProps) {
  if (others.length === 0) return null;
  return (
    <section
      className={`${layout.card} ${layout.stackM} ${layout.padded}`}
      data-tone="warning"
      aria-labelledby="same-repository"
    >
      <h2 id="same-repository" className={`${typography.heading} ${layout.media} ${typography.toned}`}>
        <IconCopy size={19} stroke={1.8} aria-hidden="true" />
        {deskTexts.same(others.length)}
      </h2>
      <ul className={`${layout.columns} ${layout.even}`}>
        <li className={`${layout.card} ${layout.stackM} ${layout.start} ${layout.boxed}`}>
          <Submission of={member} />
          <Badge tone="accent">{deskTexts.onThisPage}</Badge>
        </li>
        {others.map((other) => (
          <li key={other.uid} className={`${layout.card} ${layout.stackM} ${layout.start} ${layout.boxed}`}>
            <Submission of={other} />
            <Button size="sm" onClick={() => onOpenMember(other.uid)}>
              {reviewTexts.look}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Submission({ of }: { of: ListedSubmission }) {
  const { fullName, email, githubLink, submittedAt } = of;
  const track = submissionTrackOf(of);
  const marks = [of.submissionReviewed && deskTexts.reviewed, of.graded && deskTexts.graded].filter(Boolean);
  return (
    <div className={`${layout.stackXs} ${typography.note} ${typography.wrap}`}>
      {fullName !== undefined && <p className={typography.name}>{fullName || userTable.missing}</p>}
      {email && <p>{email}</p>}
      <p>{track ? trackLabels[track] : userTable.missingTrack}</p>
      <p className={typography.fact}>
        {githubLink ? (projectLink(githubLink)?.name ?? githubLink) : submissionTable.missing}
      </p>
      <p className={typography.fact}>{submittedAt ? momentText(submittedAt) : submissionTable.missing}</p>
      <p>{marks.length > 0 ? marks.join(', ') : deskTexts.notReviewed}</p>
    </div>
  );
}
