import { SubmittedProject } from '#client/features/members/submitted-project.tsx';
import { Badge } from '#client/ui/badge.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { submissionStatus } from '#domain/account-status.ts';
import type { Member } from '#domain/members.ts';
import classes from './current-submission.module.css';

/** The submitted project and its review status, with a note that another submission replaces it. */
export function CurrentSubmission({ member }: { member: Member }) {
  const { value, tone } = submissionStatus(member);
  return (
    <Panel
      title="Current submission"
      aside={<Badge tone={tone === 'done' ? 'success' : 'accent'}>{value}</Badge>}
    >
      <SubmittedProject member={member} />
      <p className={classes.replaces}>
        If you send another project, it replaces this one and the review starts over.
      </p>
    </Panel>
  );
}
