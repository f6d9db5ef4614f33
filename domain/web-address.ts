import { withoutInvisible } from './invisible.ts';

/** An address as it was read. */
export interface WebAddress {
  href: string;
  host: string;
  protocol: string;
  pathname: string;
  origin: string;
  search: string;
  hash: string;
  username: string;
  password: string;
  searchParams: { get(name: string): string | null };
}

/** Browsers and Node have it; the types of neither are known here. */
declare const URL: { parse(text: string, base?: string): WebAddress | null };

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

/** An international host in its ASCII form (punycode); any other text as it is. */
export function asciiHost(host: string): string {
  const isInternational =
    /^(?:[\p{L}\p{M}\p{N}.\u3002-]|\u200c|\u200d)+$/u.test(host) && !/^[\p{ASCII}]*$/u.test(host);
  return (isInternational && URL.parse(`http://${host}`)?.host) || host;
}

/** Only its host matters here: no other address has the same one. */
const base = 'http://portal.invalid';

/**
 * A path with its query and fragment, rebuilt as browsers and Location headers spell it. Null for anything that does
 * not begin with a slash, leads to another host, or has a control character.
 */
export function localPath(text: string): Pick<WebAddress, 'href' | 'pathname'> | null {
  if (!text.startsWith('/') || /\p{Cc}/u.test(text)) return null;
  const url = URL.parse(text, base);
  if (url?.origin !== base) return null;
  const { pathname, search, hash } = url;
  return { href: `${pathname}${search}${hash}`, pathname };
}
