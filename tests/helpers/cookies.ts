/** The `Cookie` header that a browser with these cookies sends. */
export function cookieHeader(cookies: Map<string, string>): string {
  return [...cookies].map((pair) => pair.join('=')).join('; ');
}

/** Does to a browser's cookies what the `Set-Cookie` headers of a response ask for. */
export function keepCookies(cookies: Map<string, string>, headers: Headers): void {
  for (const header of headers.getSetCookie()) {
    const [pair = '', ...attributes] = header.split(/; */);
    const name = pair.slice(0, pair.indexOf('='));
    const gone = attributes.some((attribute) => /^max-age=0$/i.test(attribute));
    if (gone) cookies.delete(name);
    else cookies.set(name, pair.slice(name.length + 1));
  }
}
