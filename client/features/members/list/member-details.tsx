import { useQuery } from '@tanstack/react-query';
import { ChangeList } from '#client/features/history/change-list.tsx';
import { OutcomeChoice } from '#client/features/results/outcome-choice.tsx';
import { deskAddress } from '#client/features/reviews/queries.ts';
import { useReviews } from '#client/features/reviews/use-reviews.ts';
import { Badge } from '#client/ui/badge.tsx';
import { DescriptionList } from '#client/ui/description-list.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { CheckField } from '#client/ui/field.tsx';
import layout from '#client/ui/layout.module.css';
import { LoadFailure } from '#client/ui/load-failure.tsx';
import { LoadingNote } from '#client/ui/loading-note.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { TextLink } from '#client/ui/text-link.tsx';
import typography from '#client/ui/typography.module.css';
import { adminMessages, userTable } from '#domain/admin.ts';
import { type Track, trackLabels, yearLabels } from '#domain/member-choices.ts';
import { memberLabels } from '#domain/member-labels.ts';
import type { Member } from '#domain/members.ts';
import { accountDate } from '#domain/profile.ts';
import { completedSteps } from '#domain/progress.ts';
import { shownVersion } from '#domain/review.ts';
import { deskTexts } from '#domain/review-texts.ts';
import { memberAddress } from '../member-address.ts';
import { SubmittedProject } from '../submitted-project.tsx';
import { trackStyles } from '../track-style.ts';
import { recordQuery } from './queries.ts';
import { cellTexts, detailsTexts as texts } from './texts.ts';

/** A member's record, project and history. */
export function MemberDetails({ uid, onClose }: { uid: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery(recordQuery(uid));
  return (
    <Dialog title={data ? data.fullName || userTable.missing : texts.member} onClose={onClose}>
      <TextLink to={memberAddress(uid)}>{texts.page}</TextLink>
      {data && <MemberRecord member={data} />}
      {!data && error && (
        <LoadFailure title={adminMessages.loadFailed} error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && (
        <div className={layout.stackXl}>
          <LoadingNote />
          <Skeleton height="120px" />
          <Skeleton height="320px" />
        </div>
      )}
    </Dialog>
  );
}

/** Project, record and history of a member. */
export function MemberRecord({ member }: { member: Member }) {
  const { missing, missingTrack } = userTable;
  const { developmentTrack } = member;
  const text = (value: string) => <span className={typography.wrap}>{value || missing}</span>;
  return (
    <>
      <section className={layout.stackM} aria-labelledby="project">
        <h3 id="project" className={typography.heading}>
          {texts.project}
        </h3>
        {member.githubLink ? (
          <SubmittedProject member={member} />
        ) : (
          <p className={typography.soft}>{adminMessages.noSubmission}</p>
        )}
        <OutcomeChoice uid={member.uid} />
        <ReviewFields member={member} />
        {member.githubLink && <TextLink to={deskAddress(member.uid)}>{deskTexts.openInDesk}</TextLink>}
      </section>
      <section className={layout.stackM} aria-labelledby="record">
        <h3 id="record" className={typography.heading}>
          {texts.record}
        </h3>
        <DescriptionList
          rows={[
            { label: memberLabels.email, value: text(member.email) },
            { label: memberLabels.studentId, value: text(member.studentId) },
            { label: memberLabels.department, value: text(member.department) },
            { label: memberLabels.yearOfStudy, value: yearLabels[member.yearOfStudy] },
            { label: memberLabels.contactNumber, value: text(member.contactNumber) },
            {
              label: memberLabels.developmentTrack,
              value: developmentTrack ? <TrackBadge track={developmentTrack} /> : missingTrack,
            },
            { label: texts.stepsDone, value: cellTexts.stepsDone(completedSteps(member)) },
            { label: memberLabels.createdAt, value: accountDate(member.createdAt, missing) },
          ]}
        />
      </section>
      <section className={layout.stackM} aria-labelledby="history">
        <h3 id="history" className={typography.heading}>
          {texts.history}
        </h3>
        <ChangeList uid={member.uid} newAfter={null} />
      </section>
    </>
  );
}

function TrackBadge({ track }: { track: Track }) {
  const { icon, color } = trackStyles[track];
  return (
    <Badge icon={icon} iconColor={color}>
      {trackLabels[track]}
    </Badge>
  );
}

function ReviewFields({ member }: { member: Member }) {
  const { save } = useReviews();
  const open = member.githubLink !== null;
  return (
    <div className={layout.row}>
      <CheckField
        label={memberLabels.submissionReviewed}
        checked={member.submissionReviewed}
        disabled={!open && !member.submissionReviewed}
        onChange={(event) =>
          void save(member, shownVersion(member), { submissionReviewed: event.currentTarget.checked })
        }
      />
      <CheckField
        label={memberLabels.graded}
        checked={member.graded}
        disabled={!open && !member.graded}
        onChange={(event) => void save(member, shownVersion(member), { graded: event.currentTarget.checked })}
      />
    </div>
  );
}
