import { ChangeList } from '#client/features/history/change-list.tsx';
import { ProjectLink } from '#client/features/members/project-link.tsx';
import { trackStyles } from '#client/features/members/track-style.ts';
import { momentText } from '#client/lib/format.ts';
import { Badge } from '#client/ui/badge.tsx';
import { EmailText } from '#client/ui/email-text.tsx';
import { HexInitials } from '#client/ui/hex-icon.tsx';
import { LinkedText } from '#client/ui/linked-text.tsx';
import { LongText } from '#client/ui/long-text.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { submissionTable, userTable } from '#domain/admin.ts';
import { trackLabels, yearLabels } from '#domain/member-choices.ts';
import { type Member, submissionTrackOf } from '#domain/members.ts';
import type { SubmissionReview } from '#domain/review.ts';
import { deskTexts } from '#domain/review.ts';
import { FormerSubmissions, SinceFormer } from './former-submissions.tsx';
import { SameRepository } from './same-repository.tsx';
import classes from './submission-view.module.css';

interface SubmissionViewProps {
  review: SubmissionReview;
  /** The record as it is now. */
  member: Member;
  /** Whether it has been on the screen long enough to be reviewed. */
  isSettled: boolean;
  onOpen: () => void;
  onOpenMember: (uid: string) => void;
}

/** The project to judge, others of the same repository, and what changed since the former submission. */
export function SubmissionView({ review, member, isSettled, onOpen, onOpenMember }: SubmissionViewProps) {
  const [latest] = review.former;
  return (
    <div className={classes.view}>
      <article
        className={classes.sheet}
        aria-labelledby="desk-member"
        aria-busy={!isSettled}
        data-uid={member.uid}
      >
        <MemberHead member={member} />
        {member.githubLink ? (
          <Project member={member} link={member.githubLink} onOpen={onOpen} />
        ) : (
          <p className={classes.nothing}>{deskTexts.noSubmission}</p>
        )}
      </article>
      <SameRepository member={member} others={review.sameRepository} onOpenMember={onOpenMember} />
      {latest && member.githubLink && (
        <Panel title={deskTexts.changed}>
          <SinceFormer former={latest} member={member} />
        </Panel>
      )}
    </div>
  );
}

interface SubmissionHistoryProps {
  review: SubmissionReview;
  /** Takes over a text for the feedback. */
  onUseText: (text: string) => void;
}

/** The member's former submissions with their reviews, and everything that happened to the record. */
export function SubmissionHistory({ review, onUseText }: SubmissionHistoryProps) {
  return (
    <div className={classes.view}>
      {review.former.length > 0 && (
        <Panel title={deskTexts.former}>
          <FormerSubmissions former={review.former} onUseText={onUseText} />
        </Panel>
      )}
      <Panel title={deskTexts.history}>
        <ChangeList uid={review.member.uid} newAfter={null} />
      </Panel>
    </div>
  );
}

function MemberHead({ member }: { member: Member }) {
  const { fullName, email, developmentTrack, yearOfStudy, department, studentId } = member;
  const track = submissionTrackOf(member) ?? developmentTrack;
  const name = fullName || userTable.missing;
  return (
    <header className={classes.member}>
      <HexInitials name={name} />
      <div className={classes.who}>
        <h2 id="desk-member" className={classes.name}>
          {name}
        </h2>
        <p className={classes.facts}>
          <span>{yearLabels[yearOfStudy]}</span>
          <span>{department || userTable.missing}</span>
          <span>{studentId || userTable.missing}</span>
          {email && (
            <a className={classes.email} href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}>
              <EmailText email={email} />
            </a>
          )}
        </p>
      </div>
      <div className={classes.tracks}>
        {track ? (
          <Badge icon={trackStyles[track].icon} iconColor={trackStyles[track].color}>
            {trackLabels[track]}
          </Badge>
        ) : (
          <Badge>{userTable.missingTrack}</Badge>
        )}
        {developmentTrack && developmentTrack !== track && (
          <span className={classes.nowIn}>{deskTexts.nowIn(trackLabels[developmentTrack])}</span>
        )}
      </div>
    </header>
  );
}

function Project({ member, link, onOpen }: { member: Member; link: string; onOpen: () => void }) {
  const { submittedAt, projectDescription } = member;
  return (
    <>
      <div className={classes.project}>
        <ProjectLink link={link} title={deskTexts.open} onOpen={onOpen} />
        <p className={classes.when}>
          {submittedAt ? (
            <time dateTime={submittedAt}>{momentText(submittedAt)}</time>
          ) : (
            submissionTable.missing
          )}
        </p>
      </div>
      {projectDescription && (
        <div className={classes.description}>
          <LongText text={projectDescription} lines={12}>
            <LinkedText text={projectDescription} />
          </LongText>
        </div>
      )}
    </>
  );
}
