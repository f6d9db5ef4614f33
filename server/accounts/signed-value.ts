import { createHmac, timingSafeEqual } from 'node:crypto';

/** How many signed values are remembered: more than arrive in an orientation hour. */
const remembered = 10_000;

/** The value as a cookie carries it: `value.signature`, signed by HMAC-SHA256 in base64, as better-auth does. */
export function signedValue(value: string, secret: string): string {
  return `${value}.${signature(value, secret)}`;
}

/**
 * Reads the value from a cookie that was signed with this secret. A valid signature stays valid, so it is
 * computed once for each cookie, not on every request.
 */
export function createSignedValueReader(secret: string): (cookie: string | undefined) => string | null {
  const verified = new Map<string, string>();
  return (cookie) => {
    if (!cookie) return null;
    const known = verified.get(cookie);
    if (known) return known;
    const dot = cookie.lastIndexOf('.');
    if (dot < 1) return null;
    const value = cookie.slice(0, dot);
    const given = Buffer.from(cookie.slice(dot + 1));
    const expected = Buffer.from(signature(value, secret));
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
    if (verified.size >= remembered) verified.clear();
    verified.set(cookie, value);
    return value;
  };
}

function signature(value: string, secret: string): string {
  return createHmac('sha256', secret).update(value).digest('base64');
}
