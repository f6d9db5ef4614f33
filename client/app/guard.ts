import type { QueryClient } from '@tanstack/react-query';
import { type LoaderFunctionArgs, redirect } from 'react-router';
import { isSigningOut } from '#client/features/accounts/mutations.ts';
import { sessionQuery } from '#client/features/accounts/queries.ts';
import { redirectFor } from '#domain/pages.ts';

/** The redirects of the table of pages, as a route loader. Nothing renders before it is known who is signed in. */
export function createGuard(client: QueryClient) {
  return async ({ request }: LoaderFunctionArgs) => {
    const { user } = await client.ensureQueryData(sessionQuery);
    const to = redirectFor(new URL(request.url), isSigningOut() ? null : user);
    return to ? redirect(to) : null;
  };
}
