import { useMutation, useQueryClient } from '@tanstack/react-query';
import { sessionQuery } from '#client/features/accounts/queries.ts';
import { keepMember } from '#client/features/members/queries.ts';
import { ApiFailure, failureMessage, request } from '#client/lib/api.ts';
import { type ContactField, type ContactForm, contactFieldError } from '#domain/contact-form.ts';
import { type Member, member } from '#domain/members.ts';

/** The checked form with its hidden subject. */
export interface ContactMessage extends ContactForm {
  subject: string;
}

/** A message that was not accepted: texts to show beside its fields, and one that is about none of them. */
export class ContactFailure extends Error {
  readonly fields: Partial<Record<ContactField, string>>;
  readonly detail: string | null;
  readonly signInRequired: boolean;

  constructor(fields: Partial<Record<ContactField, string>>, detail: string | null, signInRequired = false) {
    super(detail ?? Object.values(fields).join('; '));
    this.name = 'ContactFailure';
    this.fields = fields;
    this.detail = detail;
    this.signInRequired = signInRequired;
  }
}

/** Where the submission's fields are on the contact form. */
const formFields: Record<string, ContactField> = { githubLink: 'githubLink', projectDescription: 'message' };

/**
 * Sends a message. With a link it is a project submission, written to the member's record (spec, point 4).
 * @returns the record as it then is, or null where the message was no submission
 * @throws ContactFailure where it was not accepted, or no answer came
 */
async function sendContactMessage(message: ContactMessage): Promise<Member | null> {
  if (!message.githubLink) {
    throw new ContactFailure({}, 'Messages without a project link cannot be received yet.');
  }
  const body = { githubLink: message.githubLink, projectDescription: message.message };
  try {
    return await request('/api/me/submission', member, { method: 'PUT', body });
  } catch (error) {
    const text = failureMessage(error);
    if (!(error instanceof ApiFailure)) throw new ContactFailure({}, text);
    const field = formFields[error.field ?? ''];
    if (!field) throw new ContactFailure({}, text, error.status === 401);
    throw new ContactFailure({ [field]: contactFieldError(field, text) }, null);
  }
}

export function useSendContactMessage() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: sendContactMessage,
    onSuccess: async (record) => {
      if (record) await keepMember(client, record);
    },
    onError: (error) => {
      // The session has ended elsewhere or run out: the guards lead to the login screen and back to the draft.
      if (error instanceof ContactFailure && error.signInRequired) {
        void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
      }
    },
  });
}
