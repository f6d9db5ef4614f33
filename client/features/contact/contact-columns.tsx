import { useEffect, useRef } from 'react';
import { ReviewAnswer } from '#client/features/feedback/review-answer.tsx';
import { focusPart } from '#client/lib/focus-part.ts';
import layout from '#client/ui/layout.module.css';
import { Panel } from '#client/ui/panel.tsx';
import type { SessionUser } from '#domain/accounts.ts';
import type { Submission } from '#domain/contact-form.ts';
import type { Member } from '#domain/members.ts';
import { CommonQuestions } from './common-questions.tsx';
import { CurrentSubmission } from './current-submission.tsx';
import { MessageForm } from './message-form.tsx';
import { MessageSent } from './message-sent.tsx';
import { SubmissionPending } from './submission-pending.tsx';
import { useContactForm } from './use-contact-form.ts';

interface ContactColumnsProps {
  user: SessionUser;
  /** Null if the account has no record; undefined while that is not known. */
  member: Member | null | undefined;
  /** The submission that the form is filled in with; null for an empty form. */
  edited: Submission | null;
}

/** The form, or what replaces it once the message is sent, beside the current submission and the FAQ. */
export function ContactColumns({ user, member, edited }: ContactColumnsProps) {
  const contact = useContactForm(user, edited);
  const { stage } = contact;
  const form = useRef<HTMLDivElement>(null);
  const editing = edited !== null;

  useEffect(() => {
    // The link that led here may have been beside an empty form.
    if (editing && form.current) focusPart(form.current);
  }, [editing]);

  return (
    <div className={layout.withAside}>
      {stage.name === 'sent' && <MessageSent project={stage.project} />}
      {stage.name === 'pending' && (
        <SubmissionPending
          failure={stage.failure}
          busy={contact.recording}
          onRetry={() => void contact.recordProject(stage.project)}
          onDiscard={contact.startAgain}
        />
      )}
      {stage.name === 'writing' && (
        <div ref={form} className={layout.stackXl}>
          {editing && member && member.feedback !== null && (
            <Panel>
              <ReviewAnswer member={member} headline />
            </Panel>
          )}
          <MessageForm form={contact.form} user={user} member={member} />
        </div>
      )}
      <div className={layout.stackXl}>
        {member?.githubLink && !(editing && stage.name === 'writing') && (
          <CurrentSubmission member={member} editable={stage.name !== 'pending' && !contact.form.busy} />
        )}
        <CommonQuestions />
      </div>
    </div>
  );
}
