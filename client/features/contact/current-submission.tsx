import { SubmittedProject } from '#client/member-ui/submitted-project.tsx';
import { Badge } from '#client/ui/badge.tsx';
import { ButtonLink } from '#client/ui/button.tsx';
import layout from '#client/ui/layout.module.css';
import { IconPencil } from '#client/ui/page-icons.ts';
import { Panel } from '#client/ui/panel.tsx';
import typography from '#client/ui/typography.module.css';
import { submissionStatus } from '#domain/account-status.ts';
import type { Member } from '#domain/members.ts';
import { submitAction } from '#domain/progress.ts';
import classes from './current-submission.module.css';
import { currentTexts as texts } from './texts.ts';

interface CurrentSubmissionProps {
  member: Member;
  /** Whether the form can be filled in with it. */
  editable: boolean;
  /** Whether no other project is taken any more. */
  closed: boolean;
}

/** The submitted project and its review status, with a note that another submission replaces it. */
export function CurrentSubmission({ member, editable, closed }: CurrentSubmissionProps) {
  const { value, tone } = submissionStatus(member);
  const { label, to } = submitAction(member);
  return (
    <Panel title={texts.title} aside={<Badge tone={tone === 'done' ? 'success' : 'accent'}>{value}</Badge>}>
      <SubmittedProject member={member} />
      {!closed && (
        <div className={`${layout.stackM} ${layout.start} ${typography.note} ${classes.replaces}`}>
          <p>{texts.replaces}</p>
          {editable && (
            <ButtonLink to={to} variant="default" size="sm" icon={IconPencil}>
              {label}
            </ButtonLink>
          )}
        </div>
      )}
    </Panel>
  );
}
