import { accountKey, extensionKey, messageKey } from '#client/lib/admin-keys.ts';
import { untilChanged } from '#client/lib/query-keys.ts';
import { readQuery } from '#client/lib/read-query.ts';
import { memberExtension } from '#domain/dates.ts';
import { memberAnswers } from '#domain/form-answers.ts';
import { memberAccount } from '#domain/member-account.ts';

/** Milliseconds. No event tells that a delay has ended or an email was refused. */
const refetchInterval = 15_000;

export function accountQuery(uid: string) {
  return readQuery(
    [...accountKey, uid],
    `/api/admin/members/${encodeURIComponent(uid)}/account`,
    memberAccount,
    { refetchInterval },
  );
}

export function answersQuery(uid: string) {
  return readQuery(
    [...messageKey, 'answers', uid],
    `/api/admin/members/${encodeURIComponent(uid)}/answers`,
    memberAnswers,
  );
}

export function extensionQuery(uid: string) {
  return readQuery(
    [...extensionKey, uid],
    `/api/admin/members/${encodeURIComponent(uid)}/extension`,
    memberExtension,
    { staleTime: untilChanged },
  );
}
