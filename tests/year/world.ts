import { cp, rm } from 'node:fs/promises';
import { vi } from 'vitest';
import { idleLimit } from '#server/accounts/session-store.ts';
import { sendDueMessages } from '#server/group-messages/planned-messages.ts';
import type { OutgoingMail } from '#server/mail/transports.ts';
import { keepHouse } from '#server/operations/housekeeping.ts';
import { applyDueCorrections } from '#server/results/correct-result.ts';
import { lapsePlaces } from '#server/results/places.ts';
import { releaseIfDue } from '#server/results/rounds.ts';
import {
  adminPassword,
  openTestApp,
  portalUrl,
  signInAdministrator,
  signInReviewer,
  type TestApp,
} from '#tests/helpers/app.ts';
import { cleanUpAfterwards } from '#tests/helpers/clean-up.ts';
import { type DatabasePlace, freshDatabase, type TestEngine } from '#tests/helpers/engines.ts';
import { type Fault, failingStore } from '#tests/helpers/failing-store.ts';
import { type Answer, createVisitor, type Visitor } from '#tests/helpers/visitor.ts';
import {
  addResultTexts,
  type Member,
  type Message,
  type Outcome,
  type Staff,
  type Student,
} from './model.ts';

export const hour = 60 * 60_000;
export const day = 24 * hour;
/** Every year begins here, so that its number decides everything. */
const newYear = Date.parse('2027-01-04T09:00:00.000Z');

/** How the next write is disturbed, if at all: a process that dies between two statements stores nothing. */
export type Disturbance = { kind: 'killed' | 'full'; before: number };

/** The portal of one year, and what it has acknowledged. */
export type World = Awaited<ReturnType<typeof openWorld>>;

/** A portal at the beginning of the year, of which every year gets a copy: its lead and a reviewer are signed in. */
interface Beginning {
  place(): Promise<DatabasePlace>;
  lead: Staff;
  reviewer: Staff;
}

export async function prepareBeginning(engine: TestEngine): Promise<Beginning> {
  vi.setSystemTime(newYear);
  const template = await freshDatabase(engine);
  const portal = await openTestApp(engine, { place: template });
  await addResultTexts(portal);
  const lead = await signInAdministrator(portal);
  const reviewer = await signInReviewer(portal);
  const since = { password: adminPassword, signedInAt: newYear, usedAt: newYear };
  const { adminEmail: email, adminUid: uid } = portal.deps.config;
  await portal.close();
  const dataDir = `${template.dataDir}-year`;
  cleanUpAfterwards(() => rm(dataDir, { recursive: true, force: true }));
  return {
    async place() {
      await rm(dataDir, { recursive: true, force: true });
      await cp(template.dataDir, dataDir, { recursive: true });
      return { ...template, dataDir };
    },
    lead: { ...since, uid, email, browser: lead },
    reviewer: { ...since, uid: reviewer.uid, email: reviewer.email, browser: reviewer },
  };
}

/** An error of a full disk, as SQLite reports it. */
function diskFull(): Error {
  return Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 });
}

export async function openWorld(engine: TestEngine, beginning: Beginning) {
  vi.setSystemTime(newYear);
  const place = await beginning.place();
  const fault: Fault = { before: null };
  const accepted: OutgoingMail[] = [];
  const mailServer = { state: 'accepting' as 'accepting' | 'refusing' | 'down', outages: 0 };

  async function send(mail: OutgoingMail) {
    if (mailServer.state === 'down') throw Object.assign(new Error('no answer'), { code: 'ECONNECTION' });
    if (mailServer.state === 'refusing' && mail.kind !== 'form-message') {
      const refusal = { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550, response: '550 5.1.1 no' };
      throw Object.assign(new Error('550 5.1.1 no such mailbox'), refusal);
    }
    accepted.push(mail);
    return {};
  }

  async function open() {
    const portal = await openTestApp(engine, {
      place,
      env: {
        ...{ RATE_LIMIT: 'off', SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'SDC <portal@club.example>' },
        ...{ CONTACT_INBOX: 'club@club.example', BULK_MAIL_PER_DAY: '10000', KEEP_MESSAGES_DAYS: '3000' },
        ...{ TIME_ZONE: 'Asia/Kolkata', LOG_LEVEL: 'info' },
      },
      transport: { send, close() {} },
      wrapStore: (store) => failingStore(store, fault),
    });
    await portal.deps.settings.start();
    return portal;
  }

  const world = {
    portal: await open(),
    fault,
    mailServer,
    /** Every email that the mail server has accepted. */
    accepted,
    /** How many emails of a kind each account was promised. */
    promised: new Map<string, number>(),
    /** Students with an account, in the order of their registration. */
    students: [] as Student[],
    /** Those who were removed. */
    gone: [] as Student[],
    lead: {} as Staff,
    reviewer: {} as Staff,
    messages: [] as Message[],
    inbox: [] as { text: string; from: Student | null; deletedAt: string | null; day: number }[],
    /** When a planned release is due. */
    plan: null as number | null,
    disturbance: null as Disturbance | null,
    /** Whose records the step may have changed. */
    touched: new Set<string>(),
    steps: 0,
    numbers: 0,
    /** A number that nothing else in this year has. */
    count: (): number => {
      world.numbers += 1;
      return world.numbers;
    },
    disturbed: 0,
    /** A browser that survives a restart of the portal. */
    browser: (): Visitor =>
      createVisitor(
        {
          request: (...args: Parameters<TestApp['app']['request']>) => world.portal.app.request(...args),
        } as never,
        portalUrl,
      ),
    write,
    tick: () => void vi.setSystemTime(Date.now() + 1_000),
    restart,
    pass,
  };

  /**
   * Sends a request that may be disturbed. A disturbed one succeeds or says that it failed.
   * @returns null if it failed because it was disturbed
   */
  async function write(
    visitor: Visitor,
    method: string,
    path: string,
    body: unknown,
  ): Promise<Answer | null> {
    const { disturbance } = world;
    world.disturbance = null;
    if (!disturbance) return visitor.send(method, path, { body });
    world.disturbed += 1;
    fault.before = disturbance.before;
    if (disturbance.kind === 'full') fault.error = diskFull();
    const answer = await visitor.send(method, path, { body });
    fault.before = null;
    delete fault.error;
    const errors = world.portal.takeErrors();
    if (answer.status < 500) return answer;
    const expected = disturbance.kind === 'full' ? 503 : 500;
    if (answer.status !== expected || errors.length === 0)
      throw new Error(`${path}: ${answer.status} ${answer.text}`);
    return null;
  }

  /** The process ends, and another one starts on its data. */
  async function restart(): Promise<void> {
    await world.portal.close();
    world.portal = await open();
  }

  /** Time passes, and the portal does what it does by itself. */
  async function pass(ms: number): Promise<void> {
    vi.setSystemTime(Date.now() + ms);
    const { deps } = world.portal;
    await deps.background.idle();
    await keepHouse(deps, new Date());
    for (const work of [releaseIfDue, sendDueMessages, lapsePlaces, applyDueCorrections]) await work(deps);
    await deps.outbox.deliverDue();
    // A mail server that is away for days is the only error that the portal may meet by itself.
    const others = world.portal.takeErrors().filter(({ msg }) => msg !== 'mail failed');
    if (others.length > 0) throw new Error(`Unexpected errors: ${JSON.stringify(others)}`);
  }

  world.lead = { ...beginning.lead, browser: moved(beginning.lead.browser) };
  world.reviewer = { ...beginning.reviewer, browser: moved(beginning.reviewer.browser) };

  function moved({ cookies }: Visitor): Visitor {
    const browser = world.browser();
    for (const [name, value] of cookies) browser.cookies.set(name, value);
    return browser;
  }
  return world;
}

type Account = Pick<Student, 'browser' | 'email' | 'password' | 'signedInAt' | 'usedAt'>;

export function signInOf({ email, password }: Pick<Account, 'email' | 'password'>) {
  return { email, password };
}

/** The browser of somebody who is signed in, who signs in again only where a session may have ended. */
export async function as(account: Account): Promise<Visitor> {
  const now = Date.now();
  // A visit prolongs a session once a day.
  const isAlive = now - account.usedAt < idleLimit - 1.01 * day && now - account.signedInAt < 29 * day;
  if (!isAlive) {
    const { status, text } = await account.browser.post('/api/auth/sign-in/email', signInOf(account));
    if (status !== 200) throw new Error(`${account.email} cannot sign in: ${status} ${text}`);
    account.signedInAt = now;
  }
  account.usedAt = now;
  return account.browser;
}

export type { Member, Outcome };
