import { setTimeout as wait } from 'node:timers/promises';
import { newRegistration } from '#tests/helpers/members.ts';
import { launchChromium, openLivePage, timeUntilShown } from './browser.ts';
import { administratorCookie, cookieFrom, send } from './portal.ts';

const name = 'Noor Watched';

/**
 * Registers a member and changes them again and again until `signal`.
 * @param onDelay takes the milliseconds until the administrator's open page shows each change
 */
export async function watchDelays(
  url: string,
  signal: AbortSignal,
  onDelay: (milliseconds: number) => void,
): Promise<void> {
  const browser = await launchChromium();
  try {
    const student = await cookieFrom(`${url}/api/register`, newRegistration({ fullName: name }));
    const address = `${url}/admin?q=${encodeURIComponent(name)}`;
    const page = await openLivePage(browser, address, await administratorCookie(url));
    for (let turn = 0; !signal.aborted; turn += 1) {
      const [developmentTrack, shown] = turn % 2 ? ['ml', 'Machine Learning'] : ['web', 'Web Development'];
      const change = () => send(url, student, 'PUT', '/api/me/track', { developmentTrack });
      onDelay(await timeUntilShown(page, [name, shown], change));
      await wait(500);
    }
  } finally {
    await browser.close();
  }
}
