import { freePort } from '#tests/helpers/free-port.ts';
import { startProgram } from '#tests/helpers/started-program.ts';
import type { Browser, Tab } from './driver.ts';

/** How a WebDriver response names an element. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

/** Starts WebKitGTK's browser on an invisible screen, and drives it with WebDriver. */
export async function startWebKit(programs: { driver: string; xvfb: string }): Promise<Browser> {
  const xvfb = startProgram(programs.xvfb, ['-displayfd', '1', '-screen', '0', '1400x1000x24']);
  const display = () => /^\d+$/m.exec(xvfb.printed())?.[0];
  await xvfb.until(display);
  const port = await freePort();
  const env = { ...process.env, DISPLAY: `:${display()}` };
  const driver = startProgram(programs.driver, ['-p', String(port)], { env });
  const endAll = async () => {
    await driver.end('SIGTERM');
    await xvfb.end('SIGTERM');
  };
  try {
    const call = commands(`http://127.0.0.1:${port}`);
    await driver.until(() => call('GET', '/status').catch(() => null));
    const { sessionId } = (await call('POST', '/session', { capabilities: {} })) as { sessionId: string };
    return browserOf((method, path, body) => call(method, `/session/${sessionId}${path}`, body), endAll);
  } catch (error) {
    await endAll();
    throw error;
  }
}

type Call = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<unknown>;

/** Sends WebDriver commands; those of one session must not overlap. */
function commands(url: string): Call {
  return async (method, path, body) => {
    const init = { method, ...(body && { body: JSON.stringify(body) }) };
    const response = await fetch(`${url}${path}`, init);
    const { value } = (await response.json()) as { value: unknown };
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  };
}

/**
 * WebDriver cannot bring a tab to the front here, so each tab is a window: the others are minimized, which hides their
 * pages as well.
 */
class Windows {
  readonly #call: Call;
  #last: Promise<unknown> = Promise.resolve();
  #shown: string | null = null;
  /** The window that commands go to. */
  #current: string | null = null;

  constructor(call: Call) {
    this.#call = call;
  }

  /** Runs one piece of work after the other, because every command goes to the current window. */
  queue<T>(work: () => Promise<T>): Promise<T> {
    const next = this.#last.then(work, work);
    this.#last = next.catch(() => {});
    return next;
  }

  at<T>(handle: string, work: () => Promise<T>): Promise<T> {
    return this.queue(async () => {
      await this.#switchTo(handle);
      return work();
    });
  }

  async #switchTo(handle: string): Promise<void> {
    if (this.#current === handle) return;
    await this.#call('POST', '/window', { handle });
    this.#current = handle;
  }

  async open(): Promise<string> {
    return this.queue(async () => {
      const { handle } = (await this.#call('POST', '/window/new', { type: 'window' })) as { handle: string };
      await this.#bringToFront(handle);
      return handle;
    });
  }

  show(handle: string): Promise<void> {
    return this.queue(() => this.#bringToFront(handle));
  }

  close(handle: string): Promise<void> {
    return this.at(handle, async () => {
      await this.#call('DELETE', '/window');
      this.#current = null;
      if (this.#shown === handle) this.#shown = null;
    });
  }

  async #bringToFront(handle: string): Promise<void> {
    if (this.#shown !== null && this.#shown !== handle) {
      await this.#switchTo(this.#shown);
      await this.#call('POST', '/window/minimize', {});
    }
    await this.#switchTo(handle);
    await this.#call('POST', '/window/rect', { x: 0, y: 0, width: 1280, height: 900 });
    this.#shown = handle;
  }
}

async function browserOf(call: Call, end: () => Promise<void>): Promise<Browser> {
  const windows = new Windows(call);
  // Stays open for commands that need no tab.
  const base = (await call('GET', '/window')) as string;
  return {
    newTab: async () => tabOf(await windows.open(), call, windows),
    clearCookies: (url) =>
      windows.at(base, async () => {
        await call('POST', '/url', { url: `${url}/favicon.svg` });
        await call('DELETE', '/cookie');
      }),
    close: () =>
      windows.queue(async () => {
        await call('DELETE', '').catch(() => {});
        await end();
      }),
  };
}

function tabOf(handle: string, call: Call, windows: Windows): Tab {
  const here = <T>(work: () => Promise<T>) => windows.at(handle, work);
  async function element(selector: string): Promise<string> {
    const found = await call('POST', '/element', { using: 'css selector', value: selector });
    return `/element/${(found as Record<string, string>)[elementKey]}`;
  }
  return {
    goto: (url) => here(async () => void (await call('POST', '/url', { url }))),
    evaluate: <T>(expression: string) =>
      here(async () => {
        const script = `const done = arguments[0];
          (async () => (${expression}))().then((value) => done({ value }), (error) => done({ error: String(error) }));`;
        const answer = await call('POST', '/execute/async', { script, args: [] });
        const { value, error } = answer as { value: T; error?: string };
        if (error !== undefined) throw new Error(error);
        return value;
      }),
    // WebDriver here refuses some elements that a mouse reaches; they are clicked by a script.
    click: (selector) =>
      here(async () => {
        const path = `${await element(selector)}/click`;
        await call('POST', path, {}).catch(async (error: unknown) => {
          if (!String(error).includes('element not interactable')) throw error;
          const script = 'document.querySelector(arguments[0]).click()';
          await call('POST', '/execute/sync', { script, args: [selector] });
        });
      }),
    type: (selector, text) =>
      here(async () => void (await call('POST', `${await element(selector)}/value`, { text }))),
    show: () => windows.show(handle),
    close: () => windows.close(handle),
  };
}
