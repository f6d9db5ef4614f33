import type { QueryClient } from '@tanstack/react-query';
import { type LoaderFunctionArgs, redirect } from 'react-router';
import { sessionQuery } from '#client/features/accounts/queries.ts';
import { returnPath } from '#client/lib/return-path.ts';
import type { SessionUser } from '#domain/accounts.ts';
import { loginPath } from '#domain/login-path.ts';

/** The guards of the spec's route table (point 2), as route loaders. */
export function createGuards(client: QueryClient) {
  async function currentUser(): Promise<SessionUser | null> {
    return (await client.ensureQueryData(sessionQuery)).user;
  }

  return {
    /** Nothing is drawn before it is known who is signed in. */
    async session() {
      await currentUser();
      return null;
    },

    async home() {
      return redirect((await currentUser()) ? '/dashboard' : '/login');
    },

    async signedOutOnly({ request }: LoaderFunctionArgs) {
      return (await currentUser()) ? redirect(returnPath(new URL(request.url).search)) : null;
    },

    async signedInOnly({ request }: LoaderFunctionArgs) {
      return (await currentUser()) ? null : redirect(loginPath(new URL(request.url)));
    },

    /** As signedInOnly; the administrator has a dashboard of their own. */
    async dashboard({ request }: LoaderFunctionArgs) {
      const user = await currentUser();
      if (!user) return redirect(loginPath(new URL(request.url)));
      return user.role === 'administrator' ? redirect('/admin-dashboard') : null;
    },
  };
}
