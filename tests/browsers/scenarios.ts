import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Member } from '#domain/members.ts';
import { newRegistration } from '#tests/helpers/members.ts';
import { openStreams } from '#tests/helpers/open-streams.ts';
import { type Portal, startPortal } from '#tests/helpers/portal.ts';
import { administratorRemotely, type RemoteVisitor, remoteVisitor } from '#tests/helpers/remote-visitor.ts';
import { skipBecause } from '#tests/helpers/skip.ts';
import type { Browser } from './driver.ts';
import { type Screen, screenOf, until } from './screen.ts';

/** One more than the connections that a browser opens to one host: with a stream each, the last could not load. */
const tabCount = 7;

/** The tests for every browser besides Chromium, whose tests are in tests/e2e. Without the browser they are skipped. */
export function browserScenarios(start: (() => Promise<Browser>) | undefined, missing: string): void {
  let browser: Browser;
  let portal: Portal;
  let screens: Screen[] = [];

  beforeAll(async () => {
    if (!start) return;
    [browser, portal] = await Promise.all([start(), startPortal()]);
  });
  beforeEach(async (context) => {
    if (!start) skipBecause(context, missing);
    for (const screen of screens) await screen.close();
    screens = [];
    await browser.clearCookies(portal.url);
  });
  afterAll(async () => {
    await browser?.close();
    await portal?.discard();
  });

  async function open(path: string): Promise<Screen> {
    const screen = screenOf(await browser.newTab());
    screens.push(screen);
    await screen.goto(new URL(path, portal.url).href);
    return screen;
  }

  /** Registers a member in the browser's session. The same account is used on another device: the visitor. */
  async function openMember(path: string): Promise<{ screen: Screen; device: RemoteVisitor; name: string }> {
    // Of the portal's origin, and quick to load.
    const screen = await open('/favicon.svg');
    const registration = newRegistration();
    const body = JSON.stringify(registration);
    const request = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body };
    const answered = `fetch('/api/register', ${JSON.stringify(request)}).then(({ status }) => status)`;
    expect(await screen.evaluate(answered)).toBe(201);
    const device = remoteVisitor(portal.url);
    const { email, password } = registration;
    await device.send('POST', '/api/auth/sign-in/email', { email, password });
    await screen.goto(`${portal.url}${path}`);
    return { screen, device, name: registration.fullName };
  }

  async function write(by: RemoteVisitor, method: string, path: string, body: object): Promise<void> {
    expect((await by.send(method, path, body)).status).toBe(200);
  }

  it('a student gets from registration to a reviewed project', async () => {
    const typed = newRegistration({ fullName: 'Noor Fatima' });
    const screen = await open('/');
    await screen.isAt('/login');
    await screen.press('link', 'Sign up');
    await screen.fill('Full Name', typed.fullName);
    await screen.fill('Email', typed.email);
    await screen.fill('Student ID', typed.studentId);
    await screen.select('Department', typed.department);
    await screen.select('Year of Study', '2nd Year');
    await screen.fill('Contact Number', typed.contactNumber);
    await screen.fill('Password', typed.password);
    await screen.fill('Confirm Password', typed.password);
    await screen.press('checkbox', 'I agree to the');
    await screen.press('button', 'Create Account');
    await screen.isAt('/dashboard');
    await screen.sees('heading', typed.fullName);

    await screen.press('radio', 'Web Development');
    await screen.press('button', 'Save Selection');
    await screen.sees('text', 'Development track updated successfully!');

    await screen.press('link', 'Timeline');
    await screen.isAt('/timeline');
    await screen.press('button', 'Mark as Done');
    await screen.seesNo('button', 'Mark as Done');

    await screen.press('link', 'Submit');
    await screen.isAt('/contact');
    await screen.fill('GitHub', 'https://github.com/noor/campus-events');
    await screen.fill('Message', 'A board for campus events.');
    await screen.press('button', 'Submit Project');
    await screen.sees('text', 'Thank you for your message!');

    await screen.press('link', 'Timeline');
    await screen.sees('text', 'Your submission is under review.');
    const { uid } = await screen.evaluate<Member>(`fetch('/api/me').then((me) => me.json())`);
    const administrator = await administratorRemotely(portal, portal.url);
    const reviews = [{ uid, set: { submissionReviewed: true } }];
    await write(administrator, 'PATCH', '/api/admin/reviews', { reviews });
    await screen.sees('text', '4 of 4 steps completed');
  });

  it('the administrator signs in, sees a new submission arrive, and reviews it', async () => {
    const screen = await open('/admin');
    await screen.fill('Email', portal.adminEmail);
    await screen.fill('Password', portal.adminPassword);
    await screen.press('button', 'Sign In');
    await screen.sees('text', 'Live');
    await screen.press('link', 'Dashboard');
    await screen.isAt('/admin-dashboard');

    const student = remoteVisitor(portal.url);
    const registration = newRegistration({ fullName: 'Devi Submits' });
    expect((await student.send('POST', '/api/register', registration)).status).toBe(201);
    await write(student, 'PUT', '/api/me/track', { developmentTrack: 'web' });
    await write(student, 'PUT', '/api/me/submission', {
      githubLink: 'https://github.com/devi/app',
      projectDescription: 'It works.',
    });
    await screen.press('checkbox', 'Reviewed: Devi Submits');
    await until('the stored review', async () => {
      const { body } = await student.send('GET', '/api/me');
      return (body as { submissionReviewed: boolean }).submissionReviewed;
    });
    await screen.press('button', 'Sign Out');
    await screen.isAt('/login');
  });

  describe('without the server', () => {
    const unreachable = 'We can’t reach the portal.';

    /** Works while the portal is stopped, and waits until the given page has recovered. */
    async function offline(screen: Screen, work: () => Promise<void>): Promise<void> {
      await portal.stop();
      try {
        await work();
      } finally {
        await portal.restart();
      }
      await screen.seesNo('text', unreachable);
    }

    it('an open page says how old its data is, and catches up', async () => {
      const { screen, name } = await openMember('/dashboard');
      await screen.press('radio', 'Web Development');
      await offline(screen, async () => {
        await screen.press('button', 'Save Selection');
        await screen.sees('text', `${unreachable} Showing what we last loaded`);
        await screen.press('link', 'Profile');
        await screen.sees('heading', 'My Profile');
      });
      await screen.press('link', 'Dashboard');
      await screen.sees('heading', name);
      await screen.press('radio', 'Web Development');
      await screen.press('button', 'Save Selection');
      await screen.sees('text', 'Development track updated successfully!');
    });
  });

  it('a page starts at its top, and a reload keeps the position', async () => {
    const screen = await open('/terms');
    const position = () => screen.evaluate<number>('Math.round(scrollY)');
    await screen.sees('heading', 'Terms and Conditions');
    await screen.evaluate('scrollTo(0, 400)');
    await until('the position', async () => (await position()) === 400);
    await screen.goto(`${portal.url}/about`);
    await screen.sees('heading', 'Pick a track.');
    expect(await position()).toBe(0);
    await screen.goto(`${portal.url}/terms`);
    await screen.sees('heading', 'Terms and Conditions');
    expect(await position()).toBe(0);
    await screen.evaluate('scrollTo(0, 300)');
    await until('the position', async () => (await position()) === 300);
    await screen.evaluate('void location.reload()');
    await until('the position after reloading', async () => (await position()) === 300);
  });

  it('tabs share one stream, and hidden ones hold none', async () => {
    const { screen: first, device, name } = await openMember('/dashboard');
    const tabs = [first];
    while (tabs.length < tabCount) tabs.push(await open('/dashboard'));
    for (const tab of tabs) await tab.sees('heading', name);
    await until('one stream', async () => (await openStreams(portal)) === 1);

    // A tab that comes to the front has what happened, and saves.
    await write(device, 'PUT', '/api/me/track', { developmentTrack: 'web' });
    const last = tabs.pop();
    await first.show();
    await last?.show();
    await last?.sees('button', 'Update Track');
    await last?.press('radio', 'Machine Learning');
    await last?.press('button', 'Update Track');
    await last?.sees('text', 'Development track updated successfully!');
    await until('one stream', async () => (await openStreams(portal)) === 1);

    // The last tab leads.
    screens = screens.filter((screen) => screen !== last);
    await last?.close();
    await first.show();
    await until('one stream after the leader is closed', async () => (await openStreams(portal)) === 1);
    const blank = await open('about:blank');
    await blank.show();
    await until('no stream without a visible tab', async () => (await openStreams(portal)) === 0);
    await write(device, 'PUT', '/api/me/task-completion', { taskCompleted: true });
    await first.show();
    await first.sees('link', 'Submit Project');
  });
}
