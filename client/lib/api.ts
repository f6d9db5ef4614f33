import type * as z from 'zod/mini';
import { apiError } from '#domain/errors.ts';
import { accountHeader } from '#domain/shown-account.ts';

export const timeoutMs = 20_000;

export const connectionMessages = {
  unreachable: 'The portal couldn’t be reached. Check your connection and try again.',
  unexpected: 'The portal gave an unexpected answer. Reload the page and try again.',
} as const;

export class ApiFailure extends Error {
  /** HTTP status; 0 if there was no response. */
  readonly status: number;
  readonly code: string;
  /** The invalid input field, if the failure concerns one. */
  readonly field: string | undefined;
  /** The present values, if the write named an outdated version. */
  readonly current: unknown;

  constructor(status: number, code: string, message: string, field?: string, current?: unknown) {
    super(message);
    this.name = 'ApiFailure';
    this.status = status;
    this.code = code;
    this.field = field;
    this.current = current;
  }
}

/** The values as they are now, if a write was refused because it named an older version; otherwise null. */
export function currentValues<Rule extends z.ZodMiniType>(error: unknown, rule: Rule): z.infer<Rule> | null {
  if (!(error instanceof ApiFailure) || error.code !== 'STALE_VERSION') return null;
  return rule.safeParse(error.current).data ?? null;
}

/** Characters of a body that the browser sends even if the page is left: it keeps 64 KiB for all such requests. */
const survivingLength = 8_000;

let shownAccount: () => string | null = () => null;

/** Sets how to learn which account the page shows; every request that changes something names it, and reading the session does. */
export function nameAccount(read: () => string | null): void {
  shownAccount = read;
}

/** Names the account that the page shows in the headers of a request. */
export function addAccount(headers: Headers): void {
  const account = shownAccount();
  if (account) headers.set(accountHeader, account);
}

/** `onResponse` is called after each request, with null if there was no response. Set by app/services.tsx. */
export const requestHooks: { onResponse?: (response: Response | null) => void } = {};

interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  body?: unknown;
  signal?: AbortSignal;
  /** Whether a request that changes nothing names the account that the page shows, too. */
  namesAccount?: boolean;
}

/**
 * Sends a request and parses the response.
 * @throws ApiFailure for a refusal (`{code, message, field?}`), for no response within 20 s or one that is not JSON
 *   (UNREACHABLE), and for JSON that does not match the schema (UNEXPECTED_ANSWER)
 */
export async function request<T>(
  path: string,
  answer: z.ZodMiniType<T>,
  options: RequestOptions = {},
): Promise<T> {
  const { status, json } = await exchange(path, options);
  const parsed = answer.safeParse(json);
  if (!parsed.success) throw new ApiFailure(status, 'UNEXPECTED_ANSWER', connectionMessages.unexpected);
  return parsed.data;
}

/** The function of a query that reads an address. */
export function reads<T>(path: string, answer: z.ZodMiniType<T>) {
  return ({ signal }: { signal: AbortSignal }) => request(path, answer, { signal });
}

/** Like `request`, for a response without content. */
export async function command(path: string, options: RequestOptions): Promise<void> {
  await exchange(path, options);
}

async function exchange(path: string, options: RequestOptions): Promise<{ status: number; json: unknown }> {
  const { status, ok, json } = await fetchJson(path, options);
  if (ok) return { status, json };
  const refusal = apiError.safeParse(json);
  if (!refusal.success) throw new ApiFailure(status, 'UNEXPECTED_ANSWER', connectionMessages.unexpected);
  const { code, message, field, current } = refusal.data;
  throw new ApiFailure(status, code, message, field, current);
}

async function fetchJson(path: string, { method = 'GET', body, signal, namesAccount }: RequestOptions) {
  const timeout = AbortSignal.timeout(timeoutMs);
  const headers = new Headers({ Accept: 'application/json' });
  if (method !== 'GET' || namesAccount) addAccount(headers);
  const text = body === undefined ? null : JSON.stringify(body);
  if (text !== null) headers.set('Content-Type', 'application/json');
  try {
    const response = await fetch(path, {
      method,
      headers,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      body: text,
      // A mark that the page shows as set is saved, even if the page is closed immediately.
      keepalive: text !== null && text.length <= survivingLength,
    });
    const json: unknown = await response.json();
    requestHooks.onResponse?.(response);
    return { status: response.status, ok: response.ok, json };
  } catch (error) {
    if (signal?.aborted) throw error;
    requestHooks.onResponse?.(null);
    throw new ApiFailure(0, 'UNREACHABLE', connectionMessages.unreachable);
  }
}

export function failureMessage(error: unknown): string {
  return error instanceof ApiFailure ? error.message : connectionMessages.unexpected;
}
