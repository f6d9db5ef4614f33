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
