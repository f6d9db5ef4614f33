import { useQueryClient } from '@tanstack/react-query';
import { ApiFailure, connectionMessages, request } from '#client/lib/api.ts';
import { formService, isUnreached, submitForm } from '#client/lib/form-service.ts';
import { seasonKey } from '#client/lib/query-keys.ts';
import { useMutation } from '#client/lib/use-mutation.ts';
import { cacheMember } from '#client/member-ui/queries.ts';
import {
  type ContactField,
  type ContactForm,
  contactFieldError,
  isContactField,
  type Submission,
} from '#domain/contact-form.ts';
import { member } from '#domain/members.ts';

interface ContactMessage extends ContactForm {
  subject: string;
}

/** The form service rejected a message: texts to show beside its fields, and one that concerns no single field. */
export class ContactFailure extends Error {
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

export function useSendContactMessage() {
  return useMutation({ mutationFn: sendContactMessage, ...useSeasonAgain() });
}

/** Records the project of a message that was sent (spec, point 4). */
export function useRecordSubmission() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Submission) => request('/api/me/submission', member, { method: 'PUT', body }),
    onSuccess: (record) => cacheMember(client, record),
    ...useSeasonAgain(),
  });
}
