import { setTimeout as wait } from 'node:timers/promises';
import type { Tab } from './driver.ts';

const within = 20_000;
const pause = 50;
const attempts = 5;
/** The drivers' errors for an element that has left the page. */
const gone = /no such element|stale element|no element found|detached/i;

const selectors = {
  button: 'button, [role=button]',
  link: 'a[href]',
  heading: 'h1, h2, h3',
  radio: 'input[type=radio]',
  checkbox: 'input[type=checkbox], [role=checkbox]',
  field: 'input:not([type=radio]):not([type=checkbox]), select, textarea',
  text: 'body',
} as const;
type Role = keyof typeof selectors;

/**
 * For the page: marks the first visible element that a selector and part of its name, label or text describe, and
 * returns the mark; null if there is none.
 */
const mark = `(selector, name) => {
  const squeeze = (text) => text.replace(/\\s+/g, ' ').trim();
  const nameOf = (element) =>
    element.getAttribute('aria-label') ??
    ([...(element.labels ?? [])].map((label) => label.textContent).join(' ') || element.innerText || '');
  const found = [...document.querySelectorAll(selector)].find(
    (element) => squeeze(nameOf(element)).includes(squeeze(name)) && element.getClientRects().length > 0,
  );
  if (!found) return null;
  found.dataset.found ??= crypto.randomUUID();
  return found.dataset.found;
}`;

/** For the page: chooses an option by its text. */
const choose = `(selector, option) => {
  const select = document.querySelector(selector);
  const found = [...(select?.options ?? [])].find(({ text }) => text.trim() === option);
  if (!found) return false;
  select.value = found.value;
  select.dispatchEvent(new Event('change', { bubbles: true }));
  return true;
}`;

/** Waits until `condition` returns something other than false, null and undefined. */
export async function until<T>(
  what: string,
  condition: () => Promise<T | false | null | undefined>,
): Promise<T> {
  const deadline = Date.now() + within;
  for (;;) {
    // A page that is being replaced cannot answer.
    const value = await condition().catch(() => null);
    if (value !== false && value !== null && value !== undefined) return value;
    if (Date.now() > deadline) throw new Error(`Did not happen within ${within} ms: ${what}`);
    await wait(pause);
  }
}

/** A user's view of a tab's page, whose elements are found by role and name. Every action waits until it is possible. */
export interface Screen extends Tab {
  sees(role: Role, name: string): Promise<void>;
  seesNo(role: Role, name: string): Promise<void>;
  press(role: Role, name: string): Promise<void>;
  fill(name: string, text: string): Promise<void>;
  select(name: string, option: string): Promise<void>;
  isAt(path: string): Promise<void>;
}

export function screenOf(tab: Tab): Screen {
  function inPage<T>(code: string, ...args: string[]): Promise<T> {
    return tab.evaluate<T>(`(${code})(${args.map((arg) => JSON.stringify(arg)).join(', ')})`);
  }

  /** Waits until `condition` holds; a failure shows what the page shows instead. */
  async function wanted<T>(what: string, condition: () => Promise<T | false | null>): Promise<T> {
    try {
      return await until(what, condition);
    } catch (error) {
      const shown = await tab
        .evaluate<string>('location.href + "\\n" + document.body.innerText')
        .catch(String);
      throw new Error(`${what}: not within ${within} ms. The page shows:\n${shown}`, { cause: error });
    }
  }

  async function find(role: Role, name: string): Promise<string> {
    const found = await wanted(`${role} '${name}'`, () => inPage<string | null>(mark, selectors[role], name));
    return `[data-found="${found}"]`;
  }

  /** Finds the element again if the page has rendered it once more before it was reached. */
  async function onElement(
    role: Role,
    name: string,
    act: (selector: string) => Promise<void>,
  ): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await act(await find(role, name));
      } catch (error) {
        if (attempt === attempts || !gone.test(String(error))) throw error;
      }
    }
  }

  return {
    ...tab,
    sees: async (role, name) => void (await find(role, name)),
    async seesNo(role, name) {
      await wanted(`no ${role} '${name}'`, async () => (await inPage(mark, selectors[role], name)) === null);
    },
    press: (role, name) => onElement(role, name, (selector) => tab.click(selector)),
    fill: (name, text) => onElement('field', name, (selector) => tab.type(selector, text)),
    async select(name, option) {
      const selector = await find('field', name);
      await wanted(`option '${option}'`, () => inPage<boolean>(choose, selector, option));
    },
    async isAt(path) {
      await wanted(path, () => tab.evaluate<boolean>(`location.pathname === ${JSON.stringify(path)}`));
    },
  };
}
