/** An address as it was read. */
export interface WebAddress {
  href: string;
  host: string;
  protocol: string;
  pathname: string;
}

/** Browsers and Node have it; the types of neither are known here. */
declare const URL: { parse(text: string): WebAddress | null };

/**
 * Reads a text as an absolute http or https address, as browsers do; null for anything else. `host` of the answer is
 * where a click leads, whatever the text looks like.
 */
export function webAddress(text: string): WebAddress | null {
  const url = URL.parse(text);
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') return null;
  // Browsers also take `https:host` and `https:/host`, which mean something else in a link on an https page.
  return text.trimStart().toLowerCase().startsWith(`${url.protocol}//`) ? url : null;
}
