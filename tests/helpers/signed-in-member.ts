import type { Page } from '@playwright/test';
import { session } from '#domain/accounts.ts';
import type { Submission } from '#domain/contact-form.ts';
import type { Track } from '#domain/member-choices.ts';
import type { Member } from '#domain/members.ts';
import type { Registration } from '#domain/registration.ts';
import { changeMember, type MemberWrite } from '#server/members/member-store.ts';
import { openStore, type Store } from '#server/store/open.ts';
import { newRegistration } from './members.ts';
import type { Portal } from './portal.ts';
import { changesOf, storedRecord } from './records.ts';

/** Somebody new who is signed in on a page, as far along as a test wants it. */
export interface SignedInMember {
  uid: string;
  registration: Registration;
  /** The record as it is stored. */
  stored(): ReturnType<typeof storedRecord>;
  /** The kinds of the changes that were logged, oldest first. */
  changeKinds(): Promise<string[]>;
  /** Work on the portal's data beside the running program, such as what only the administrator can do. */
  withStore<T>(work: (store: Store) => Promise<T>): Promise<T>;
}

/** How far a member has come when a test begins. */
export interface Progress {
  track?: Track;
  taskDone?: boolean;
  submission?: Submission;
  /** Written past the member: what the administrator marks, or a record of another time. */
  record?: MemberWrite;
}

/** Registers somebody by the API in the page's own cookies, and brings the record along by the API. */
export async function signedInMember(
  page: Page,
  portal: Portal,
  progress: Progress = {},
  overrides: Partial<Registration> = {},
): Promise<SignedInMember> {
  const registration = newRegistration(overrides);

  async function send(method: 'POST' | 'PUT', path: string, data: object): Promise<unknown> {
    const headers = { Origin: portal.url };
    const response = await page.request.fetch(`${portal.url}${path}`, { method, headers, data });
    if (!response.ok()) throw new Error(`${method} ${path}: ${response.status()} ${await response.text()}`);
    return response.json();
  }

  async function withStore<T>(work: (store: Store) => Promise<T>): Promise<T> {
    const store = openStore({ dataDir: portal.dataDir, databaseUrl: portal.databaseUrl });
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  }

  const { user } = session.parse(await send('POST', '/api/register', registration));
  if (!user) throw new Error('Registering did not sign in.');
  const { uid } = user;
  const { track, taskDone, submission, record } = progress;
  if (track) await send('PUT', '/api/me/track', { developmentTrack: track });
  if (taskDone) await send('PUT', '/api/me/task-completion', { taskCompleted: true });
  if (submission) await send('PUT', '/api/me/submission', submission);
  if (record) await withStore((store) => writeRecord(store, uid, record));

  return {
    uid,
    registration,
    stored: () => withStore((store) => storedRecord(store, uid)),
    changeKinds: () => withStore(async (store) => (await changesOf(store, uid)).map((change) => change.kind)),
    withStore,
  };
}

function writeRecord(store: Store, uid: string, write: MemberWrite): Promise<Member | null> {
  return store.transact((trx) =>
    changeMember(trx, { uid, actor: uid, kind: 'review-changed', write: () => write }),
  );
}
