import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { getCookie } from 'hono/cookie';

/** How many headers are remembered: more than arrive in an orientation hour. */
const remembered = 10_000;
/** A longer header, in characters, is parsed each time, so that they cannot fill the memory. */
const longestRemembered = 512;

/** The value as a cookie carries it: `value.signature`, signed by HMAC-SHA256 in base64, as better-auth does. */
export function signedValue(value: string, secret: string): string {
  return `${value}.${signature(value, secret)}`;
}

/**
 * Reads the value of a cookie that was signed with this secret. A valid signature stays valid, so a header is parsed and
 * its signature computed once, not on every request.
 */
export function createSignedCookieReader(name: string, secret: string): (c: Context) => string | null {
  const verified = new Map<string, string>();
  return (c) => {
    const header = c.req.header('cookie');
    if (!header) return null;
    const known = verified.get(header);
    if (known) return known;
    const value = verifiedValue(getCookie(c, name), secret);
    if (value && header.length <= longestRemembered) {
      if (verified.size >= remembered) verified.clear();
      verified.set(header, value);
    }
    return value;
  };
}

function verifiedValue(cookie: string | undefined, secret: string): string | null {
  const dot = cookie?.lastIndexOf('.') ?? 0;
  if (!cookie || dot < 1) return null;
  const value = cookie.slice(0, dot);
  const given = Buffer.from(cookie.slice(dot + 1));
  const expected = Buffer.from(signature(value, secret));
  return given.length === expected.length && timingSafeEqual(given, expected) ? value : null;
}

function signature(value: string, secret: string): string {
  return createHmac('sha256', secret).update(value).digest('base64');
}
