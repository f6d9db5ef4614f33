import { useState } from 'react';
import { ApiFailure, failureMessage } from '#client/lib/api.ts';
import { useClub } from '#client/lib/club.ts';
import { dropDraft, keepDraft, readDraft } from '#client/lib/drafts.ts';
import { useDraftForm } from '#client/lib/use-draft.ts';
import type { Problem } from '#client/lib/use-problem.ts';
import { isMember, type SessionUser } from '#domain/accounts.ts';
import {
  type ContactForm,
  contactForm,
  contactMessages,
  type Submission,
  submission,
} from '#domain/contact-form.ts';
import { withScheme } from '#domain/project-link.ts';
import { ContactFailure, useRecordSubmission, useSendContactMessage } from './mutations.ts';

/** The current view of /contact. `pending`: the message was sent, its project is not recorded. */
export type Stage =
  | { name: 'writing' }
  /** `project` is what was recorded; null for a message without a project. */
  | { name: 'sent'; project: Submission | null }
  | { name: 'pending'; project: Submission };

/** The spec's text above the form, and beside each field what the form service says of it. */
function explain(error: unknown): Problem {
  const alert = contactMessages.failed;
  if (error instanceof ContactFailure) {
    return { alert, fields: error.fields, ...(error.detail !== null && { detail: error.detail }) };
  }
  return { alert, ...(error instanceof ApiFailure && { detail: failureMessage(error) }) };
}

/**
 * The draft of a project whose message was sent but which is not on the member's record yet. It is stored in this
 * browser so that recording can be finished after a reload or a new sign-in without sending the message again.
 */
const pending = 'submission';

/**
 * Sends a message and, for a member who gives a link, records the project (spec, point 4, "Project submission").
 * @param edited the submission that the form begins with; its draft is separate from that of an empty form
 */
export function useContactForm(user: SessionUser, edited: Submission | null) {
  const { contactSubject } = useClub();
  const hasRecord = isMember(user);
  const [stage, setStage] = useState<Stage>(() => {
    const project = hasRecord && submission.safeParse(readDraft(pending, user.uid)).data;
    return project ? { name: 'pending', project } : { name: 'writing' };
  });
  const send = useSendContactMessage();
  const record = useRecordSubmission();
  const form = useDraftForm({
    initialValues: {
      name: user.displayName,
      email: user.email,
      githubLink: edited?.githubLink ?? '',
      message: edited?.projectDescription ?? '',
    },
    rule: contactForm,
    draft: { form: edited ? 'contact-edit' : 'contact', owner: user.uid },
    tidy: { githubLink: withScheme },
    invalidText: contactMessages.failed,
    explain,
    submit: sendMessage,
  });

  async function sendMessage(checked: ContactForm): Promise<void> {
    await send.mutateAsync({ ...checked, subject: contactSubject });
    const { githubLink, message } = checked;
    const project = githubLink && hasRecord ? { githubLink, projectDescription: message } : null;
    // Before the attempt to record it: if the page closes during that, the message is not sent a second time.
    if (project) keepDraft(pending, user.uid, project);
    form.forget();
    if (project) await recordProject(project);
    else setStage({ name: 'sent', project: null });
  }

  async function recordProject(project: Submission): Promise<void> {
    try {
      await record.mutateAsync(project);
    } catch {
      return setStage({ name: 'pending', project });
    }
    dropDraft(pending, user.uid);
    setStage({ name: 'sent', project });
  }

  function startAgain() {
    dropDraft(pending, user.uid);
    form.reset();
    setStage({ name: 'writing' });
  }

  return { stage, form, recordProject, record, startAgain };
}

export type ContactFormState = ReturnType<typeof useContactForm>['form'];
