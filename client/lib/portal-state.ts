import type { Session } from '#domain/accounts.ts';
import type { AdminSummary } from '#domain/admin.ts';
import type { Member } from '#domain/members.ts';

export interface PortalState {
  /** Missing where the server could not tell: then it is asked again. */
  session?: Session;
  /** The own record of a member who is signed in. */
  member?: Member;
  /** The counts, for the administrator. */
  summary?: AdminSummary;
  styleNonce: string;
  /** Names the build of the client that this page is of. */
  build?: string;
  /** The page is the shell, in the place of one that could not be had. */
  offline?: boolean;
  /** Which form service the portal's forms go to; read by features/forms. */
  formService?: unknown;
}

/** Our own server wrote it into this very page, so a look at its shape is enough; zod is not here yet. */
function isPortalState(value: unknown): value is PortalState {
  if (typeof value !== 'object' || value === null) return false;
  if (!('styleNonce' in value) || typeof value.styleNonce !== 'string') return false;
  if (!('session' in value) || value.session === undefined) return true;
  if (typeof value.session !== 'object' || value.session === null) return false;
  return 'user' in value.session && typeof value.session.user === 'object';
}

/** What the server wrote into index.html, or null where there is none (Vite's own index.html) or it is not whole. */
export function readPortalState(): PortalState | null {
  const text = document.getElementById('portal-state')?.textContent?.trim();
  if (!text) return null;
  try {
    const state: unknown = JSON.parse(text);
    return isPortalState(state) ? state : null;
  } catch {
    return null;
  }
}
