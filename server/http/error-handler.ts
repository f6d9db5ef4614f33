import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { type ApiError, serverMessages } from '#domain/errors.ts';
import { isOrphan, isUnavailable, isUnwritable } from '#server/store/database-errors.ts';
import type { PortalEnv } from './env.ts';
import { Refusal } from './refusal.ts';

/** Returns an expected refusal as it is, and 503 if the database is unavailable; logs every other error in full. */
export function handleError(error: unknown, c: Context<PortalEnv>): Response | Promise<Response> {
  if (c.var.answerError) return c.var.answerError(error);
  const { code, message, field, current, status, headers } = loggedRefusal(error, c);
  return c.json({ code, message, field, current } satisfies Record<keyof ApiError, unknown>, status, headers);
}

/** The refusal that an error is reported as. Logs a failure: a refusal that was thrown as such is expected, and a busy portal must not fill its log. */
export function loggedRefusal(error: unknown, c: Context<PortalEnv>): Refusal {
  const refusal = toRefusal(error);
  if (refusal.status >= 500 && refusal !== error) {
    const { requestId } = c.var;
    c.var.log.error({ requestId, err: error, method: c.req.method, path: c.req.path }, 'request failed');
    c.set('failureLogged', true);
  }
  return refusal;
}

/** The refusal that an error is reported as. */
export function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if ((error instanceof HTTPException && error.status === 400) || isCutShort(error)) {
    return new Refusal(400, 'INVALID_JSON', 'The request body is not valid JSON.');
  }
  if (isOrphan(error)) return new Refusal(404, 'MEMBER_NOT_FOUND', serverMessages.accountRemoved);
  if (isUnavailable(error)) {
    const message = isUnwritable(error) ? serverMessages.unwritable : serverMessages.unavailable;
    return new Refusal(503, 'UNAVAILABLE', message, { headers: { 'Retry-After': '2' } });
  }
  return new Refusal(500, 'INTERNAL_ERROR', serverMessages.internal);
}

/** Whether the sender disconnected within the body, which is no failure of the portal, and no reason for a line in its log. */
function isCutShort(error: unknown): boolean {
  return (
    error instanceof Error && error.message === 'aborted' && 'code' in error && error.code === 'ECONNRESET'
  );
}
