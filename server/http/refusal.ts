import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { serverMessages } from '#domain/errors.ts';

/** Every error code that an `/api` response can carry. */
export type RefusalCode =
  | 'INVALID_INPUT'
  | 'INVALID_JSON'
  | 'JSON_EXPECTED'
  | 'BODY_TOO_LARGE'
  | 'ADDRESS_TOO_LONG'
  | 'ORIGIN_REFUSED'
  | 'SIGN_IN_REQUIRED'
  | 'ACCOUNT_CHANGED'
  | 'NOT_ALLOWED'
  | 'NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'MEMBER_NOT_FOUND'
  | 'STAFF_ACCOUNT'
  | 'HAS_APPLIED'
  | 'TOO_MANY_REVIEWERS'
  | 'ACCOUNT_DISABLED'
  | 'ACCOUNT_CLOSED'
  | 'NOT_CONFIRMED'
  | 'RECRUITMENT_CLOSED'
  | 'DEADLINE_PASSED'
  | 'EMAIL_NOT_CONFIRMED'
  | 'NO_DEADLINE'
  | 'TRACK_REQUIRED'
  | 'SUBMITTED'
  | 'NO_SUBMISSION'
  | 'CHANGE_NOT_FOUND'
  | 'NOT_UNDOABLE'
  | 'CHANGED_SINCE'
  | 'CONFIRMATION_NEEDED'
  | 'STALE_VERSION'
  | 'CLAIMED'
  | 'TOO_MANY_SNIPPETS'
  | 'NO_RECIPIENTS'
  | 'RECIPIENTS_CHANGED'
  | 'MISSING_VALUE'
  | 'ALREADY_RELEASED'
  | 'NOT_RELEASED'
  | 'CORRECTION_PENDING'
  | 'SAME_OUTCOME'
  | 'NOT_PENDING'
  | 'NOT_PLANNED'
  | 'NO_ADDRESS'
  | 'NO_OUTCOMES'
  | 'TOO_MANY_PLANS'
  | 'NO_PLACE'
  | 'PLACE_ANSWERED'
  | 'PLACE_LAPSED'
  | 'NOT_SELECTED'
  | 'SEASON_ENDED'
  | 'TOO_MANY_STREAMS'
  | 'EMAIL_TAKEN'
  | 'RECORD_EXISTS'
  | 'NO_RECORD_KEPT'
  | 'INVALID_EMAIL_OR_PASSWORD'
  | 'SECOND_FACTOR_REQUIRED'
  | 'SECOND_FACTOR_EXISTS'
  | 'WRONG_CODE'
  | 'PASSKEY_REFUSED'
  | 'PROVIDER_FAILED'
  | 'PROVIDER_REFUSED'
  | 'TOO_MANY_PASSKEYS'
  | 'WRONG_PASSWORD'
  | 'NO_PASSWORD'
  | 'INVALID_TOKEN'
  | 'TOO_MANY_ATTEMPTS'
  | 'TOO_BUSY'
  | 'UNAVAILABLE'
  | 'INTERNAL_ERROR';

/** An expected error: thrown anywhere below a route, and returned by the error handler as `{ code, message, field, current }`. */
export class Refusal extends Error {
  readonly status: ContentfulStatusCode;
  readonly code: RefusalCode;
  readonly field: string | undefined;
  /** The present values, if a write named an outdated version. */
  readonly current: unknown;
  readonly headers: Record<string, string>;

  constructor(
    status: ContentfulStatusCode,
    code: RefusalCode,
    message: string,
    more: { field?: string; current?: unknown; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.field = more.field;
    this.current = more.current;
    this.headers = more.headers ?? {};
  }
}

/** The refusal of a link's token that is used, expired or made up. */
export function invalidToken(text: string): Refusal {
  return new Refusal(400, 'INVALID_TOKEN', text, { field: 'token' });
}

/** Refuses a write whose page showed an older version than `current`, which the answer carries. */
export function staleVersion(current: object, text: string = serverMessages.stale): Refusal {
  return new Refusal(409, 'STALE_VERSION', text, { current });
}

/** The refusal of a field of the settings that fits its own rule. */
export function refusedSetting(field: string, message: string): Refusal {
  return new Refusal(400, 'INVALID_INPUT', message, { field: `value.${field}` });
}
