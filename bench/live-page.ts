import type { Browser, Page } from '@playwright/test';

/** An open page and the text that should appear on it. */
export interface ExpectedText {
  page: Page;
  /** Texts that one element matching `among` must contain, all of them. */
  texts: string[];
  among?: string;
}

/** Opens a page in a separate browser context and waits for its event stream. */
export async function openLivePage(browser: Browser, address: string, cookie: string): Promise<Page> {
  const context = await browser.newContext({ extraHTTPHeaders: { Cookie: cookie } });
  const page = await context.newPage();
  const stream = page.waitForResponse((answer) => /\/events(\?|$)/.test(answer.url()));
  await page.goto(address, { waitUntil: 'networkidle' });
  await stream;
  return page;
}

/** Milliseconds from just before the request until the page shows the texts. Both processes share the system clock. */
export async function timeUntilShown(
  { page, texts, among = '[role=row]' }: ExpectedText,
  work: () => Promise<unknown>,
): Promise<number> {
  const isShown = `[...document.querySelectorAll('${among}')].some(({ textContent }) =>
    ${JSON.stringify(texts)}.every((word) => textContent.includes(word)))`;
  const before = await page.evaluate<boolean>(`{
    window.shown = new Promise((resolve) => {
      const look = () => ${isShown} && resolve(Date.now());
      new MutationObserver(look).observe(document.body, { childList: true, characterData: true, subtree: true });
    });
    ${isShown};
  }`);
  if (before) throw new Error(`${texts.join(', ')}: shown before the request`);
  const started = Date.now();
  await work();
  return (await page.evaluate<number>('window.shown')) - started;
}

/** Sends a request as the page of a signed-in account would. Throws unless it succeeds. */
export async function send(url: string, cookie: string, method: string, path: string, body?: object) {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', Origin: url, Cookie: cookie },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}
