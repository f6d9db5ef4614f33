import type { Page } from '@playwright/test';
import { session } from '#domain/accounts.ts';
import type { Submission } from '#domain/contact-form.ts';
import type { Track } from '#domain/member-choices.ts';
import type { Registration } from '#domain/registration.ts';
import type { MemberWrite } from '#server/members/member-store.ts';
import { newRegistration } from './members.ts';
import type { Portal } from './portal.ts';
import { storedRecord, write } from './records.ts';
import { send } from './requests.ts';
import { withStore } from './with-store.ts';

/** A new member signed in on a page, with the progress that a test needs. */
export interface SignedInMember {
  uid: string;
  registration: Registration;
  stored(): ReturnType<typeof storedRecord>;
}

/** A member's progress when a test begins. */
export interface Progress {
  track?: Track;
  taskDone?: boolean;
  submission?: Submission;
  /** Fields written directly: the administrator's marks, or data from an earlier time. */
  record?: MemberWrite;
}

/** The requests, in order, by which a new member makes this progress: path and body of each PUT. */
export function stepsTo({ track, taskDone, submission }: Progress): [path: string, body: object][] {
  const steps: [string, object][] = [];
  if (track) steps.push(['/api/me/track', { developmentTrack: track }]);
  if (taskDone) steps.push(['/api/me/task-completion', { taskCompleted: true }]);
  if (submission) steps.push(['/api/me/submission', submission]);
  return steps;
}

/** Registers a member by the API with the page's cookies, and completes the steps by the API. */
export async function signedInMember(
  page: Page,
  portal: Portal,
  progress: Progress = {},
  overrides: Partial<Registration> = {},
): Promise<SignedInMember> {
  const registration = newRegistration(overrides);
  const { user } = session.parse(await send(page, portal, 'POST', '/api/register', registration));
  if (!user) throw new Error('Registering did not sign in.');
  const { uid } = user;
  for (const [path, body] of stepsTo(progress)) await send(page, portal, 'PUT', path, body);
  const { record } = progress;
  if (record) await withStore(portal, (store) => write(store, uid, record, 'review-changed'));

  return { uid, registration, stored: () => withStore(portal, (store) => storedRecord(store, uid)) };
}
