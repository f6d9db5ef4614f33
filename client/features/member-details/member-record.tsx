import type { ReactNode } from 'react';
import { momentText } from '#client/lib/format.ts';
import { ProgressComb } from '#client/member-ui/progress-comb.tsx';
import { OutcomeChoice } from '#client/member-ui/results/outcome-choice.tsx';
import { deskAddress } from '#client/member-ui/reviews/queries.ts';
import { useReviews } from '#client/member-ui/reviews/use-reviews.ts';
import { SubmittedProject } from '#client/member-ui/submitted-project.tsx';
import { trackStyles } from '#client/member-ui/track-style.ts';
import { Badge } from '#client/ui/badge.tsx';
import { ButtonLink } from '#client/ui/button.tsx';
import { CheckField } from '#client/ui/check-field.tsx';
import { DescriptionList } from '#client/ui/description-list.tsx';
import layout from '#client/ui/layout.module.css';
import { Panel } from '#client/ui/panel.tsx';
import typography from '#client/ui/typography.module.css';
import { adminMessages, userTable } from '#domain/admin.ts';
import { readableAddress } from '#domain/former-address.ts';
import { type Track, trackLabels } from '#domain/member-choices.ts';
import { memberFields } from '#domain/member-fields.ts';
import type { Member } from '#domain/members.ts';
import { type Profile, profileFields } from '#domain/profile.ts';
import { shownSubmission } from '#domain/review.ts';
import { reviewTexts } from '#domain/review-texts.ts';
import { yearLabels } from '#domain/study-years.ts';
import { recordTexts as texts } from './texts.ts';

/** The record, as the portal knows the member. */
export function Facts({ member }: { member: Member }) {
  const { missing, missingTrack } = userTable;
  const { developmentTrack } = member;
  const shown: { [Name in keyof Profile]?: ReactNode } = {
    yearOfStudy: yearLabels[member.yearOfStudy],
    email: readableAddress(member.email) || missing,
    developmentTrack: developmentTrack ? <TrackBadge track={developmentTrack} /> : missingTrack,
  };
  return (
    <section className={layout.stackL} aria-label={texts.record}>
      <ProgressComb plain record={member} />
      <DescriptionList
        rows={[
          ...profileFields
            .filter((name) => name !== 'fullName')
            .map((name) => ({
              label: memberFields[name].label,
              value: shown[name] ?? (member[name] || missing),
            })),
          {
            label: memberFields.createdAt.label,
            value: member.createdAt ? momentText(member.createdAt) : missing,
          },
        ]}
      />
    </section>
  );
}

export function Submission({ member }: { member: Member }) {
  return (
    <Panel plain title={texts.project}>
      {member.githubLink ? (
        <SubmittedProject member={member} />
      ) : (
        <p className={typography.soft}>{adminMessages.noSubmission}</p>
      )}
    </Panel>
  );
}

/** The outcome, the review, and the way to the desk. */
export function Judgement({ member }: { member: Member }) {
  return (
    <div className={layout.stackL}>
      <OutcomeChoice heading uid={member.uid} name={member.fullName || member.email} />
      <ReviewFields member={member} />
      {member.githubLink && (
        <ButtonLink variant="filled" to={deskAddress(member.uid)}>
          {reviewTexts.openInDesk}
        </ButtonLink>
      )}
    </div>
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
    <div className={layout.pairs}>
      {(['submissionReviewed', 'graded'] as const).map((mark) => (
        <CheckField
          key={mark}
          className={`${layout.card} ${layout.mark}`}
          label={memberFields[mark].label}
          checked={member[mark]}
          disabled={!open && !member[mark]}
          onChange={(event) =>
            void save(member, shownSubmission(member), { [mark]: event.currentTarget.checked })
          }
        />
      ))}
    </div>
  );
}
