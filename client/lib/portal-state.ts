import type { Session } from '#domain/accounts.ts';
import type { AdminSummary } from '#domain/admin.ts';
import type { PageTexts } from '#domain/club.ts';
import type { MemberSeason } from '#domain/dates.ts';
import type { OwnMessages } from '#domain/group-messages.ts';
import type { Track } from '#domain/member-choices.ts';
import type { Member } from '#domain/members.ts';
import type { ResultPanel } from '#domain/results.ts';
import type { TaskDefinition } from '#domain/tasks.ts';

export interface PortalState {
  club: PageTexts;
  /** The tasks that this page shows first. */
  tasks?: Partial<Record<Track, TaskDefinition>>;
  /** Missing if the server could not determine it; the client then fetches it. */
  session?: Session;
  member?: Member;
  season?: MemberSeason;
  messages?: OwnMessages;
  /** The member's result in the club's words, once it is released. */
  result?: { panel: ResultPanel | null };
  summary?: AdminSummary;
  /** How many messages in the inbox are unread, for the administrator. */
  unread?: number;
  /** The client build that this page belongs to. */
  build?: string;
  /** The club's, in which the page shows every day and time. Missing in pages that Vite makes. */
  timeZone?: string;
  /** The form service in use; read by lib/form-service.ts. */
  formService?: unknown;
}

/** The page's time zone. It is not in client/lib/format.ts, because pages without dates do not load that. */
export const pageTime: Pick<PortalState, 'timeZone'> = {};

/** The state that the server wrote into index.html, or null without one (as in Vite's index.html). */
export function readPortalState(): PortalState | null {
  const text = document.getElementById('portal-state')?.textContent?.trim();
  return text ? (JSON.parse(text) as PortalState) : null;
}
