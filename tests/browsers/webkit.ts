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

/** Sends WebDriver commands. Those of one session must not overlap: a test waits for each before the next. */
function commands(url: string): Call {
  return async (method, path, body) => {
    const init = { method, ...(body && { body: JSON.stringify(body) }) };
    const response = await fetch(`${url}${path}`, init);
    const { value } = (await response.json()) as { value: unknown };
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  };
}

type Windows = ReturnType<typeof windowsOf>;

/**
 * WebDriver cannot bring a tab to the front here, so each tab is a window: the others are minimized, which hides their
 * pages as well.
 */
function windowsOf(call: Call) {
  /** The window that commands go to. */
  let current: string | null = null;
  let shown: string | null = null;

  async function switchTo(handle: string): Promise<void> {
    if (current !== handle) await call('POST', '/window', { handle });
    current = handle;
  }

  async function show(handle: string): Promise<void> {
    if (shown !== null && shown !== handle) {
      await switchTo(shown);
      await call('POST', '/window/minimize', {});
    }
    await switchTo(handle);
    await call('POST', '/window/rect', { x: 0, y: 0, width: 1280, height: 900 });
    shown = handle;
  }

  return {
    switchTo,
    show,
    async open(): Promise<string> {
      const { handle } = (await call('POST', '/window/new', { type: 'window' })) as { handle: string };
      await show(handle);
      return handle;
    },
    async close(handle: string): Promise<void> {
      await switchTo(handle);
      await call('DELETE', '/window');
      current = null;
      if (shown === handle) shown = null;
    },
  };
}

async function browserOf(call: Call, end: () => Promise<void>): Promise<Browser> {
  const windows = windowsOf(call);
  // Stays open for commands that need no tab.
  const base = (await call('GET', '/window')) as string;
  return {
    newTab: async () => tabOf(await windows.open(), call, windows),
    async clearCookies(url) {
      await windows.switchTo(base);
      await call('POST', '/url', { url: `${url}/favicon.svg` });
      await call('DELETE', '/cookie');
    },
    async close() {
      await call('DELETE', '').catch(() => {});
      await end();
    },
  };
}

function tabOf(handle: string, call: Call, windows: Windows): Tab {
  /** Sends a command to this tab. */
  async function send(path: string, body: object): Promise<unknown> {
    await windows.switchTo(handle);
    return call('POST', path, body);
  }
  async function element(selector: string): Promise<string> {
    const found = await send('/element', { using: 'css selector', value: selector });
    return `/element/${(found as Record<string, string>)[elementKey]}`;
  }
  return {
    goto: async (url) => void (await send('/url', { url })),
    async evaluate<T>(expression: string) {
      const script = `const done = arguments[0];
        (async () => (${expression}))().then((value) => done({ value }), (error) => done({ error: String(error) }));`;
      const answer = await send('/execute/async', { script, args: [] });
      const { value, error } = answer as { value: T; error?: string };
      if (error !== undefined) throw new Error(error);
      return value;
    },
    // WebDriver here refuses some elements that a mouse reaches; they are clicked by a script.
    async click(selector) {
      await send(`${await element(selector)}/click`, {}).catch((error: unknown) => {
        if (!String(error).includes('element not interactable')) throw error;
        const script = 'document.querySelector(arguments[0]).click()';
        return send('/execute/sync', { script, args: [selector] });
      });
    },
    type: async (selector, text) => void (await send(`${await element(selector)}/value`, { text })),
    show: () => windows.show(handle),
    close: () => windows.close(handle),
  };
}
