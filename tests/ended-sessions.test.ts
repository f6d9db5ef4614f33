import { expect, it, vi } from 'vitest';
import { resetAdministratorPassword } from '#server/accounts/administrator.ts';
import { type Access, type DeclaredRoute, declaredRoutes } from '#server/http/access.ts';
import { declaredInputs } from '#server/http/input.ts';
import { type Fingerprint, fingerprint } from '#server/store/copy.ts';
import {
  openTestApp,
  registerPerson,
  signInAdministrator,
  signInReviewer,
  type TestApp,
} from './helpers/app.ts';
import { bodiesOf } from './helpers/bodies.ts';
import { describeEachEngine } from './helpers/engines.ts';
import { contactMessage } from './helpers/forms.ts';
import { goodBody } from './helpers/good-bodies.ts';
import { mailedResetToken, resetPassword } from './helpers/passwords.ts';
import type { Visitor } from './helpers/visitor.ts';

interface Caller extends Visitor {
  uid: string;
  email: string;
}

type End = (portal: TestApp, caller: Caller) => Promise<unknown>;

const signOut: End = (portal, { cookies }) => {
  const otherTab = portal.visitor();
  for (const [name, value] of cookies) otherTab.cookies.set(name, value);
  return otherTab.post('/api/auth/sign-out', {});
};

/** How the session of a member ends while their request is under way. */
const memberEnds: Record<string, End> = {
  'they signed out in another tab': signOut,
  'the administrator ended their sessions': async (portal, { uid }) =>
    (await signInAdministrator(portal)).post(`/api/admin/members/${uid}/end-sessions`, {}),
  'their account was removed': async (portal, { uid }) =>
    (await signInAdministrator(portal)).send('DELETE', `/api/admin/members/${uid}`, {
      body: { confirm: 'Asha Rao' },
    }),
  'their password was reset': async (portal, { email }) =>
    resetPassword(portal, await mailedResetToken(portal, email)),
};

const administratorEnds: Record<string, End> = {
  'they signed out in another tab': signOut,
  'the operator reset their password': ({ store }, { uid }) => resetAdministratorPassword(store, uid),
};

const limitsOff = { env: { RATE_LIMIT: 'off' } };

/** Routes that write for somebody who is signed in; a form may be sent with a session, and is kept with the account. */
function writingRoutes(portal: TestApp): DeclaredRoute[] {
  return declaredRoutes(portal.app).filter(
    ({ method, path, access }) =>
      !['GET', 'HEAD', 'OPTIONS'].includes(method) && (access !== 'public' || isForm(path)),
  );
}

function isForStaff(access: Access): boolean {
  return access === 'admin' || access === 'reviewer';
}

function isForm(path: string): boolean {
  return path.includes('/f/');
}

function bodyOf({ method, path }: DeclaredRoute): object {
  return isForm(path) ? contactMessage() : (goodBody(method, path) ?? {});
}

function addressOf({ path }: DeclaredRoute, uid: string): string {
  return path
    .replace(':project', 'sdc')
    .replace(/:form(Id|Key)/, 'contact')
    .replace(/:\w+/g, uid);
}

async function openMember(portal: TestApp): Promise<Caller> {
  const person = await registerPerson(portal, { fullName: 'Asha Rao' });
  await person.put('/api/me/track', { developmentTrack: 'web' });
  await person.put('/api/me/task-completion', { taskCompleted: true });
  return { ...person, email: person.registration.email };
}

async function openAdministrator(portal: TestApp): Promise<Caller> {
  const { adminUid: uid, adminEmail: email } = portal.deps.config;
  return { ...(await signInAdministrator(portal)), uid, email };
}

/** Sends a request whose body arrives after `meanwhile`. */
async function sendLate(
  caller: Visitor,
  route: DeclaredRoute,
  uid: string,
  meanwhile: () => Promise<unknown>,
) {
  const body = new ReadableStream(
    {
      async pull(controller) {
        await meanwhile();
        controller.enqueue(new TextEncoder().encode(JSON.stringify(bodyOf(route))));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const headers = new Headers({ 'Content-Type': 'application/json', Origin: 'http://portal.test' });
  const init: RequestInit & { headers: Headers } = { method: route.method, headers, body, duplex: 'half' };
  return caller.fetch(addressOf(route, uid), init);
}

/** Everything that is stored, but for counts of requests. */
async function everything({ store }: TestApp): Promise<Partial<Fingerprint>> {
  const { rate_limits: _, ...tables } = await fingerprint(store.db);
  return tables;
}

describeEachEngine('a write whose session has ended', (engine) => {
  /** All ways on one engine: they differ before the request's own transaction, which asks for the session again. */
  const each = (ends: Record<string, End>) =>
    Object.entries(ends).slice(0, engine === 'sqlite' ? undefined : 1);

  /** Sends each route's request, whose session ends before its body comes: it is refused, and nothing is written. */
  async function refuseLate(
    portal: TestApp,
    isMeant: (route: DeclaredRoute) => boolean,
    { open, end }: { open: (portal: TestApp) => Promise<Caller>; end: End },
  ) {
    const { uid } = await openMember(portal);
    const routes = writingRoutes(portal).filter(isMeant);
    for (const route of routes) {
      const caller = await open(portal);
      let before: Partial<Fingerprint> | undefined;
      const answer = await sendLate(caller, route, uid, async () => {
        await end(portal, caller);
        before = await everything(portal);
      });
      const name = `${route.method} ${route.path}`;
      expect(before, name).toBeDefined();
      expect(answer.status, name).toBe(401);
      expect(await everything(portal), name).toEqual(before);
    }
    return routes.length;
  }

  it.each(each(memberEnds))('does not land where its body came after %s', async (_way, end) => {
    const portal = await openTestApp(engine, limitsOff);
    const isMeant = ({ access }: DeclaredRoute) => !isForStaff(access);
    expect(await refuseLate(portal, isMeant, { open: openMember, end })).toBeGreaterThan(8);
  });

  it.each(each(administratorEnds))('does not land for an administrator: %s', async (_way, end) => {
    const portal = await openTestApp(engine, limitsOff);
    const isMeant = ({ access }: DeclaredRoute) => isForStaff(access);
    const endAndForget: End = async (_portal, caller) => {
      await end(portal, caller);
      // The operator's command has made another password.
      await portal.store.db.deleteFrom('user').where('id', '=', caller.uid).execute();
    };
    const asLead = { open: openAdministrator, end: endAndForget };
    expect(await refuseLate(portal, isMeant, asLead)).toBeGreaterThan(20);
  });

  it('does not land for a reviewer whose role was ended', async () => {
    const portal = await openTestApp(engine, limitsOff);
    const administrator = await signInAdministrator(portal);
    const isMeant = ({ access }: DeclaredRoute) => access === 'reviewer';
    const end: End = (_portal, { uid }) => administrator.send('DELETE', `/api/admin/reviewers/${uid}`);
    expect(await refuseLate(portal, isMeant, { open: signInReviewer, end })).toBeGreaterThan(3);
  });

  it('does not land where the session ends between the check and the write, in any branch of a rule', {
    timeout: 120_000,
  }, async () => {
    const portal = await openTestApp(engine, limitsOff);
    const { sessions, store } = portal.deps;
    const another = await openMember(portal);
    await another.put('/api/me/submission', goodBody('PUT', '/api/me/submission'));
    const callers = { staff: await openAdministrator(portal), member: await openMember(portal) };
    const rows = await store.db.selectFrom('session').selectAll().execute();
    const before = await everything(portal);
    const inputs = declaredInputs(portal.app);
    const read = sessions.read;
    let refused = 0;
    for (const route of writingRoutes(portal)) {
      const name = `${route.method} ${route.path}`;
      const caller = callers[isForStaff(route.access) ? 'staff' : 'member'];
      const input = inputs.find((one) => one.part === 'json' && one.route === name);
      for (const body of input ? bodiesOf(input) : [bodyOf(route)]) {
        let checks = 0;
        vi.spyOn(sessions, 'read').mockImplementationOnce(async (c) => {
          checks += 1;
          const user = await read(c);
          await store.db.deleteFrom('session').execute();
          return user;
        });
        const { status } = await caller.send(route.method, addressOf(route, another.uid), { body });
        expect(checks, name).toBe(1);
        if (status === 401) refused += 1;
        await store.db.insertInto('session').values(rows).execute();
      }
      expect(await everything(portal), name).toEqual(before);
    }
    // Others find nothing to write before they would.
    expect(refused).toBeGreaterThan(50);
  });
});
