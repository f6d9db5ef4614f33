import type { QueryClient } from '@tanstack/react-query';
import { ApiFailure, command, request } from '#client/lib/api.ts';
import { runWrite } from '#client/lib/live-queries.ts';
import { claimAnswer } from '#domain/claims.ts';
import { reviewQuery } from './queries.ts';

function write<T>(client: QueryClient, uid: string, send: (path: string) => Promise<T>): Promise<T> {
  return runWrite(client, `claim ${uid}`, () => send(`/api/admin/reviews/${encodeURIComponent(uid)}/claim`));
}

/** Opens a submission for this reviewer, or renews that. @returns whether nobody else has it open */
export async function claimSubmission(client: QueryClient, uid: string, body = {}): Promise<boolean> {
  try {
    const answer = await write(client, uid, (path) => request(path, claimAnswer, { method: 'PUT', body }));
    client.setQueryData(reviewQuery(uid).queryKey, (review) => review && { ...review, ...answer });
    return true;
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.code !== 'CLAIMED') throw error;
    await client.invalidateQueries({ queryKey: reviewQuery(uid).queryKey });
    return false;
  }
}

/** Leaves it, also while the page is being closed. */
export function leaveSubmission(client: QueryClient, uid: string): Promise<void> {
  client.setQueryData(reviewQuery(uid).queryKey, (review) => review && { ...review, claim: null });
  return write(client, uid, (path) => command(path, { method: 'DELETE', body: {} }));
}
