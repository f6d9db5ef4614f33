import * as z from 'zod/mini';
import type { Registration } from '#domain/registration.ts';
import { cookieHeader, keepCookies } from './cookies.ts';
import { newRegistration } from './members.ts';

export interface RemoteAnswer {
  status: number;
  headers: Headers;
  body: unknown;
}

/** A client with cookies that calls a running portal over the network. */
export interface RemoteVisitor {
  readonly cookies: Map<string, string>;
  /** Throws if there is no response. */
  send(method: string, path: string, body?: unknown): Promise<RemoteAnswer>;
  /** This client with its cookies, at another address of the portal. */
  at(url: string): RemoteVisitor;
}

/**
 * @param url the target of the requests: a portal process or a proxy
 * @param origin the portal's public origin, if it differs
 */
export function remoteVisitor(url: string, origin = url, cookies = new Map<string, string>()): RemoteVisitor {
  return {
    cookies,
    at: (other) => remoteVisitor(other, origin, cookies),
    async send(method, path, body) {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: {
          Origin: origin,
          Cookie: cookieHeader(cookies),
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        redirect: 'manual',
      });
      keepCookies(cookies, response.headers);
      const text = await response.text();
      const json = response.headers.get('content-type')?.startsWith('application/json');
      return { status: response.status, headers: response.headers, body: json ? JSON.parse(text) : text };
    },
  };
}

const session = z.object({ user: z.object({ uid: z.string() }) });

/** A new signed-in member. */
export interface RemoteMember extends RemoteVisitor {
  uid: string;
  registration: Registration;
}

/** Registers a member over the network. Throws if that is rejected. */
export async function registerRemotely(
  url: string,
  origin = url,
  overrides: Partial<Registration> = {},
): Promise<RemoteMember> {
  const registration = newRegistration(overrides);
  const visitor = remoteVisitor(url, origin);
  const { status, body } = await visitor.send('POST', '/api/register', registration);
  if (status !== 201) throw new Error(`Registration was refused: ${status} ${JSON.stringify(body)}`);
  return { ...visitor, uid: session.parse(body).user.uid, registration };
}

/** Signs in as the administrator over the network. Throws if that is rejected. */
export async function administratorRemotely(
  { adminEmail, adminPassword }: { adminEmail: string; adminPassword: string },
  url: string,
  origin = url,
): Promise<RemoteVisitor> {
  const visitor = remoteVisitor(url, origin);
  const credentials = { email: adminEmail, password: adminPassword };
  const { status } = await visitor.send('POST', '/api/admin/sign-in', credentials);
  if (status !== 200) throw new Error(`The administrator was refused: ${status}`);
  return visitor;
}
