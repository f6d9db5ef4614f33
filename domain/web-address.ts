import { withoutInvisible } from './invisible.ts';
import type { WebAddress } from './url-parts.ts';

/** Browsers and Node have it; the types of neither are known here. */
declare const URL: { parse(text: string): WebAddress | null };

/**
 * Reads a text as an absolute http or https address, as browsers do, without invisible characters and credentials; null
 * for anything else. `host` of the answer is where a click leads, whatever the text looks like.
 */
export function webAddress(typed: string): WebAddress | null {
  const text = withoutInvisible(typed);
  const url = URL.parse(text);
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') return null;
  // Browsers also take `https:host` and `https:/host`, which mean something else in a link on an https page.
  if (!text.trimStart().toLowerCase().startsWith(`${url.protocol}//`)) return null;
  url.username = '';
  url.password = '';
  return url;
}

/** Whether a link has a user name, password or token before its host. */
export function hasCredentials(text: string): boolean {
  const { username, password } = URL.parse(withoutInvisible(text)) ?? {};
  return Boolean(username || password);
}
