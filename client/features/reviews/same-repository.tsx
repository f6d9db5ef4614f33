import { momentText } from '#client/lib/format.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import layout from '#client/ui/layout.module.css';
import { IconCopy } from '#client/ui/page-icons.ts';
import typography from '#client/ui/typography.module.css';
import { submissionTable, userTable } from '#domain/admin.ts';
import { deskTexts } from '#domain/desk-texts.ts';
import { trackLabels } from '#domain/member-choices.ts';
import { submissionTrackOf } from '#domain/members.ts';
import { projectLink } from '#domain/project-link.ts';
import type { ListedSubmission } from '#domain/review.ts';
import { reviewTexts } from '#domain/review-texts.ts';

interface SameRepositoryProps {
  member: ListedSubmission;
  others: readonly ListedSubmission[];
  onOpenMember: (uid: string) => void;
}

export function SameRepository({ member, others, onOpenMember }: SameRepositoryProps) {
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
