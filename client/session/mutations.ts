import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { command, request } from '#client/lib/api.ts';
import { memberKey, ownMessagesKey, resultKey, seasonKey } from '#client/lib/query-keys.ts';
import { useMutation } from '#client/lib/use-mutation.ts';
import { isMember, type Session, session } from '#domain/accounts.ts';
import { sessionQuery } from './queries.ts';

/** A page that stays on the screen when its session ends restores that, and says why. */
export const sessionHooks: { onEnd?: () => string | null } = {};

export const signedOut: Session = { user: null };

/** Drops an account's data. Only the session and drafts stay. */
export function forgetAccount(client: QueryClient): void {
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] });
}

/** Another user, or none: forgets the former user's data. */
export function startSession(client: QueryClient, next: Session) {
  forgetAccount(client);
  client.setQueryData(sessionQuery.queryKey, next);
}

/** The server has ended the session. Fetched again, it tells why; `followShownAccount` says it. */
export function noticeEndedSession(client: QueryClient): void {
  // Signing out opens the login page itself; the stream may say sooner that the session has ended.
  if (!signingOut) void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
}

export interface Credentials {
  email: string;
  password: string;
  code?: string | undefined;
}

export const useSignIn = () => useBeginSession<Credentials>('/api/auth/sign-in/email');

export function useBeginSession<Body>(path: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Body) => request(path, session, { method: 'POST', body }),
    onSuccess(answer) {
      startSession(client, answer);
      if (answer.user && isMember(answer.user)) fetchRecord(client);
    },
  });
}

/**
 * The first page shows the record, the dates, the result and the messages, which decide its order: the guards wait for them. As in
 * index.html, the server vouches for their form.
 */
function fetchRecord(client: QueryClient): void {
  const fetchAs = async (queryKey: readonly string[], path: string) =>
    client.setQueryData(queryKey, await request(path, z.unknown()));
  void client.prefetchQuery({
    queryKey: memberKey,
    queryFn: async () => {
      const [record] = await Promise.all([
        request('/api/me', z.unknown()),
        fetchAs(seasonKey, '/api/me/season'),
        fetchAs(resultKey, '/api/me/result/panel'),
        fetchAs(ownMessagesKey, '/api/me/messages'),
      ]);
      return record;
    },
  });
}

let signingOut = false;

/** Whether the session is being ended and the login page opened. The page that is left still shows the account. */
export function isSigningOut(): boolean {
  return signingOut;
}

export async function whileSigningOut(run: () => Promise<void>): Promise<void> {
  signingOut = true;
  try {
    await run();
  } finally {
    signingOut = false;
  }
}

export function useRequestPasswordReset() {
  return useMutation({
    mutationFn: (body: { email: string }) =>
      command('/api/auth/request-password-reset', { method: 'POST', body }),
  });
}
