import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiFailure, connectionMessages, failureMessage, request } from '#client/lib/api.ts';
import { useClub } from '#client/lib/club.ts';
import { dropDraft, keepDraft, readDraft } from '#client/lib/drafts.ts';
import { formService, isUnreached, submitForm } from '#client/lib/form-service.ts';
import { seasonKey } from '#client/lib/query-keys.ts';
import { useDraftForm } from '#client/lib/use-draft.ts';
import { useMutation } from '#client/lib/use-mutation.ts';
import type { Problem } from '#client/lib/use-problem.ts';
import { cacheMember } from '#client/member-ui/queries.ts';
import { isMember, type SessionUser } from '#domain/accounts.ts';
import {
  type ContactField,
  type ContactForm,
  contactFieldError,
  contactForm,
  contactMessages,
  isContactField,
  type Submission,
  submission,
} from '#domain/contact-form.ts';
import { member } from '#domain/members.ts';
import { withScheme } from '#domain/project-link.ts';

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

interface ContactMessage extends ContactForm {
  subject: string;
}

/** The form service rejected a message: texts to show beside its fields, and one that concerns no single field. */
class ContactFailure extends Error {
  readonly fields: Partial<Record<ContactField, string>>;
  readonly detail: string | null;

  constructor(fields: Partial<Record<ContactField, string>>, detail: string | null) {
    super(detail ?? Object.values(fields).join('; '));
    this.name = 'ContactFailure';
    this.fields = fields;
    this.detail = detail;
  }
}

/** @throws ContactFailure if the form service rejects the message, ApiFailure if it does not answer */
async function sendContactMessage(message: ContactMessage): Promise<void> {
  const outcome = await submitForm(formService().contactForm, { ...message });
  if (outcome.sent) return;
  if (isUnreached(outcome)) {
    throw new ApiFailure(0, 'UNREACHABLE', connectionMessages.unreachable);
  }
  const fields: Partial<Record<ContactField, string>> = {};
  const rest = outcome.form.map((fault) => fault.message);
  for (const [name, [fault]] of Object.entries(outcome.fields)) {
    if (!fault) continue;
    if (isContactField(name)) fields[name] = contactFieldError(name, fault.message);
    else rest.push(`${name} ${fault.message}`);
  }
  throw new ContactFailure(fields, rest.length > 0 ? rest.join(' ') : null);
}

/** A refusal may be about a date or an address that changed while the page was open. */
function useSeasonAgain() {
  const client = useQueryClient();
  return { onError: () => void client.invalidateQueries({ queryKey: seasonKey }) };
}

function useSendContactMessage() {
  return useMutation({ mutationFn: sendContactMessage, ...useSeasonAgain() });
}

/** Records the project of a message that was sent (spec, point 4). */
function useRecordSubmission() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Submission) => request('/api/me/submission', member, { method: 'PUT', body }),
    onSuccess: (record) => cacheMember(client, record),
    ...useSeasonAgain(),
  });
}
