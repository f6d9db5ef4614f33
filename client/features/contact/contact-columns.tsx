import { useEffect, useState } from 'react';
import { Panel } from '#client/ui/panel.tsx';
import type { SessionUser } from '#domain/accounts.ts';
import type { Submission } from '#domain/contact-form.ts';
import type { Member } from '#domain/members.ts';
import { CommonQuestions } from './common-questions.tsx';
import classes from './contact-columns.module.css';
import { CurrentSubmission } from './current-submission.tsx';
import { MessageForm } from './message-form.tsx';
import { MessageSent } from './message-sent.tsx';
import { SubmissionPending } from './submission-pending.tsx';
import { contactTexts } from './texts.ts';
import { useContactForm } from './use-contact-form.ts';

interface ContactColumnsProps {
  user: SessionUser;
  /** Null if the account has no record; undefined while that is not known. */
  member: Member | null | undefined;
}

/** The form, or what replaces it once the message is sent, beside the current submission and the FAQ. */
export function ContactColumns({ user, member }: ContactColumnsProps) {
  const contact = useContactForm(user);
  const { stage, form } = contact;
  const [edits, setEdits] = useState(0);
  const { ref } = form.formProps;

  useEffect(() => {
    const link = edits > 0 && ref.current?.elements.namedItem('githubLink');
    if (link instanceof HTMLElement) link.focus();
  }, [edits, ref]);

  function edit(submission: Submission) {
    contact.edit(submission);
    setEdits(edits + 1);
  }

  const submitted = submissionOf(member);
  const { githubLink, message } = form.values;
  const isSubmission = githubLink === submitted?.githubLink && message === submitted.projectDescription;
  return (
    <div className={classes.columns}>
      {stage.name === 'sent' && <MessageSent project={stage.project} onAgain={contact.startAgain} />}
      {stage.name === 'pending' && (
        <SubmissionPending
          failure={stage.failure}
          busy={contact.recording}
          onRetry={() => void contact.recordProject(stage.project)}
          onDiscard={contact.startAgain}
        />
      )}
      {stage.name === 'writing' && (
        <Panel title={contactTexts.formTitle}>
          <MessageForm form={form} user={user} member={member} />
        </Panel>
      )}
      <div className={classes.aside}>
        {member && submitted && (
          <CurrentSubmission
            member={member}
            replacesText={stage.name === 'writing' && (githubLink !== '' || message !== '') && !isSubmission}
            onEdit={stage.name === 'pending' || form.busy ? undefined : () => edit(submitted)}
          />
        )}
        <CommonQuestions />
      </div>
    </div>
  );
}

function submissionOf(member: Member | null | undefined): Submission | null {
  if (!member?.githubLink) return null;
  return { githubLink: member.githubLink, projectDescription: member.projectDescription ?? '' };
}
