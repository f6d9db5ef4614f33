import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { type FormAnswer, type FormErrorCode, formMessages } from '#domain/forms.ts';

/** An expected refusal of the form service, in its wire format. Can be thrown anywhere below a form's route. */
export class FormRefusal extends Error {
  readonly status: ContentfulStatusCode;
  readonly answer: Exclude<FormAnswer, { next: string }>;
  readonly headers: Record<string, string>;

  constructor(
    status: ContentfulStatusCode,
    answer: FormRefusal['answer'],
    headers: Record<string, string> = {},
  ) {
    super('error' in answer ? answer.error : answer.errors.map(({ message }) => message).join(' '));
    this.status = status;
    this.answer = answer;
    this.headers = headers;
  }
}

const statuses = {
  BLOCKED: 403,
  FILES_TOO_BIG: 413,
  FORM_NOT_FOUND: 404,
  INACTIVE: 403,
  NO_FILE_UPLOADS: 400,
  PROJECT_NOT_FOUND: 404,
} as const satisfies Partial<Record<FormErrorCode, ContentfulStatusCode>>;

export function formRefusal(code: keyof typeof statuses, headers?: Record<string, string>): FormRefusal {
  return new FormRefusal(statuses[code], { errors: [{ code, message: formMessages[code] }] }, headers);
}
