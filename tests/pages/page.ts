import { type BoundFunctions, configure, queries, waitFor } from '@testing-library/dom';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import { startPortal } from '#client/app/start.ts';
import { requestHooks } from '#client/lib/api.ts';
import type { Member } from '#domain/members.ts';
import type { Registration } from '#domain/registration.ts';
import {
  openTestApp,
  portalUrl,
  registerPerson,
  signInAdministrator,
  type TestApp,
  type TestAppOptions,
} from '#tests/helpers/app.ts';
import { cleanUpAfterwards } from '#tests/helpers/clean-up.ts';
import { takeClock } from '#tests/helpers/clock.ts';
import { addRecords } from '#tests/helpers/made-records.ts';
import { write } from '#tests/helpers/records.ts';
import { type Progress, stepsTo } from '#tests/helpers/signed-in-member.ts';
import type { Visitor } from '#tests/helpers/visitor.ts';
import { connect, type Network } from './network.ts';
import { openWindow } from './window.ts';

configure({
  // The limit only ends a wait that hangs.
  asyncUtilTimeout: 40_000,
  // The page is read only when a test fails: a wait makes an error at each try.
  getElementError(message) {
    const get = () => {
      const shown = `At ${window.location.pathname} the page shows:\n${document.body.innerText}`;
      return message?.includes(shown) ? message : `${withNames(message ?? '')}\n\n${shown}`;
    };
    // By this name, Testing Library gives an error the place in the test that waited.
    const error = Object.assign(new Error(), { name: 'TestingLibraryElementError' });
    return Object.defineProperty(error, 'message', { configurable: true, get });
  },
});
const loadingText = 'Loading...';

/** Names the buttons that are there instead, say, in place of Testing Library's tree: a text has often changed. */
function withNames(message: string): string {
  const [first, role] = /^.*\brole[ =]"(\w+)" and name .*/.exec(message) ?? [];
  if (!role) return message;
  const there = queries.queryAllByRole(document.body, role);
  return `${first}\nThe names with this role are: ${there.map((one) => one.ariaLabel ?? one.textContent).join(' | ')}`;
}

/** Makes a browser that is signed in to the portal as somebody. */
export type Role<V extends Visitor = Visitor> = (portal: TestApp) => Promise<V>;

/** Nobody is signed in. */
export const visitor: Role = async (portal) => portal.visitor();

/** A new member with this progress; `overrides` is what they registered with. */
export function member(progress: Progress = {}, overrides: Partial<Registration> = {}) {
  return async (portal: TestApp) => {
    const person = await registerPerson(portal, overrides);
    for (const [path, body] of stepsTo(progress)) {
      const { status, text } = await person.put(path, body);
      if (status >= 300) throw new Error(`PUT ${path}: ${status} ${text}`);
    }
    const { record } = progress;
    if (record) await write(portal.store, person.uid, record, 'review-changed');
    return person;
  };
}

export const administrator: Role = signInAdministrator;

/** The administrator of a portal with these records. */
export function administratorOf(...records: Member[]): Role {
  return async (portal) => {
    await addRecords(portal.store, records);
    return signInAdministrator(portal);
  };
}

interface PageOptions<V extends Visitor> extends TestAppOptions {
  /** Whose browser it is: a role, or somebody whom the test has already. A visitor by default. */
  as?: Role<V> | V;
  /** The portal; by default a new one with the other options. */
  portal?: TestApp;
  /** Changes the network before the page starts. */
  prepare?: ((network: Network) => void) | undefined;
  /** The HTML carries no record, no counts and no task, as when the server could not read them; the page fetches them. */
  bare?: boolean;
}

/** A page of the portal, as a person has it on the screen. */
export interface Page<V extends Visitor = Visitor> {
  portal: TestApp;
  /** The same browser without the page: sends requests with the page's cookies. */
  browser: V;
  /** Types, clicks and presses keys. */
  user: UserEvent;
  /** Replaces what is in the fields with these labels, or chooses the option of this name in a list. */
  fill(fields: Record<string, string>): Promise<void>;
  /** Waits for the button of this name and clicks it. */
  press(name: string | RegExp): Promise<void>;
  network: Network;
  /** Path, query and hash in the address bar. */
  address(): string;
  /** Loads the page again, with the cookies and everything that the browser stored. Replaces this page. */
  reload(prepare?: (network: Network) => void): Promise<Page<V>>;
}

/** Holds the time of the page and of the portal until the test ends; timers fire when their time has passed. */
export function takePageClock(at?: Date) {
  const clock = takeClock({ timers: true, ...(at && { at }) });
  return {
    /** Advances the time, once the page has finished what it is doing; what that starts has begun afterwards. */
    async pass(milliseconds: number): Promise<void> {
      await turns();
      clock.pass(milliseconds);
      await turns();
    },
  };
}

async function turns(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** The texts of elements, in their order. */
export function textsOf(elements: Element[]): (string | null)[] {
  return elements.map((element) => element.textContent);
}

/** The links of a list's rows, which show the names of members. */
export function memberLinks(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[data-index] [data-column=fullName] a')];
}

/** The texts that a screen reader reads with a control. */
export function descriptionOf(control: Element): string {
  const ids = control.getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent).join(' ');
}

/** Testing Library's queries of the open page. Wait with `findBy…`. */
export const screen = Object.fromEntries(
  Object.entries(queries).map(([name, query]) => [
    name,
    (...args: unknown[]) => Reflect.apply(query, null, [document.body, ...args]),
  ]),
) as unknown as BoundFunctions<typeof queries>;

/**
 * Opens a page of the real portal: its HTML, routes, data and streams come from the real app in this process, on a
 * scratch database. It is closed when the test ends, or when another is opened: a second person acts by the API.
 *
 *     const { fill, press } = await openPage('/profile', { as: member({ track: 'web' }) });
 *     await press('Edit Profile');
 *     await fill({ 'Full Name': 'Asha Rao' });
 *     await screen.findByDisplayValue('Asha Rao');
 */
export async function openPage<V extends Visitor = Visitor>(
  path: string,
  { as = visitor as Role<V>, portal: given, prepare, bare = false, ...options }: PageOptions<V> = {},
): Promise<Page<V>> {
  await closePage();
  const portal = given ?? (await openTestApp('sqlite', options));
  const browser = typeof as === 'function' ? await as(portal) : as;
  return load(path, portal, browser, { prepare, bare });
}

let closePage = async (): Promise<void> => {};

interface Loading {
  prepare?: ((network: Network) => void) | undefined;
  bare?: boolean;
  /** The tab's storage. */
  tab?: Record<string, string>;
}

/** Local storage by browser. */
const stored = new WeakMap<Visitor, Record<string, string>>();

async function load<V extends Visitor>(
  path: string,
  portal: TestApp,
  browser: V,
  { prepare, bare, tab = {} }: Loading,
): Promise<Page<V>> {
  const { url, html } = await fetchPage(browser, path);
  const window = openWindow(url);
  Object.assign(window.localStorage, stored.get(browser));
  Object.assign(window.sessionStorage, tab);
  window.document.write(bare ? withoutRecords(html) : html);
  // The prerendered page of the app's scratch build is a stub.
  window.document.getElementById('root')?.replaceChildren();
  Object.defineProperty(window.document, 'readyState', { value: 'complete' });
  const network = connect(window, browser);
  prepare?.(network);
  const removePortal = startPortal();

  closePage = async () => {
    closePage = async () => {};
    removePortal();
    delete requestHooks.onResponse;
    stored.set(browser, { ...window.localStorage });
    await network.close();
  };
  cleanUpAfterwards(() => closePage());
  // Code that is loaded for the first time may take long. A prepared failure may be about that.
  await waitFor(() => {
    const text = document.getElementById('root')?.textContent ?? '';
    if (text === '' || (text === loadingText && !prepare)) throw new Error('The page is not loaded.');
    if (!document.querySelector('body > :not(#root) [aria-live]')) throw new Error('No service has started.');
  });
  const address = () => window.location.href.slice(portalUrl.length);
  const user = userEvent.setup({ document: document as unknown as Document, delay: null });
  return {
    portal,
    browser,
    user,
    async fill(fields) {
      for (const [label, value] of Object.entries(fields)) {
        const field = await screen.findByLabelText(label);
        if (field instanceof HTMLSelectElement) await user.selectOptions(field, value);
        else if (value === '') await user.clear(field);
        else {
          await user.tripleClick(field);
          await user.paste(value);
        }
      }
    },
    press: async (name) => user.click(await screen.findByRole('button', { name })),
    network,
    address,
    async reload(again) {
      const [from, kept] = [address(), { ...window.sessionStorage }];
      await closePage();
      return load(from, portal, browser, { prepare: again, tab: kept });
    },
  };
}

/** The HTML of a page, after redirects. */
async function fetchPage(browser: Visitor, path: string): Promise<{ url: string; html: string }> {
  let url = new URL(path, portalUrl);
  for (;;) {
    const response = await browser.fetch(url.href.slice(portalUrl.length), {
      headers: new Headers({ Accept: 'text/html' }),
    });
    const location = response.headers.get('Location');
    if (!location) return { url: url.href, html: await response.text() };
    url = new URL(location, url);
  }
}

function withoutRecords(html: string): string {
  return html.replace(/(id="portal-state">)(.*?)(<\/script>)/, (_, start, state, end) => {
    const { member, summary, result, tasks, ...rest } = JSON.parse(state);
    return `${start}${JSON.stringify(rest)}${end}`;
  });
}
