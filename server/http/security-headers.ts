import { randomBytes } from 'node:crypto';
import { createMiddleware } from 'hono/factory';
import type { PortalEnv } from './env.ts';

/**
 * The headers of every answer. No inline script at all; inline style elements only with this answer's nonce
 * (the component library makes some), and style attributes not from markup.
 */
export function securityHeaders(https: boolean, formEndpoint: string | undefined) {
  const connect = ["'self'", ...(formEndpoint ? [new URL(formEndpoint).origin] : [])].join(' ');
  return createMiddleware<PortalEnv>(async (c, next) => {
    const nonce = randomBytes(16).toString('base64');
    c.set('styleNonce', nonce);
    await next();
    const headers = c.res.headers;
    headers.set(
      'Content-Security-Policy',
      `default-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data:; connect-src ${connect}; ` +
        "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    );
    headers.set('X-Content-Type-Options', 'nosniff');
    headers.set('Referrer-Policy', 'strict-origin-when-cross-origin');
    headers.set('Cross-Origin-Opener-Policy', 'same-origin');
    headers.set('Permissions-Policy', 'camera=(), geolocation=(), microphone=()');
    if (https) headers.set('Strict-Transport-Security', 'max-age=31536000');
  });
}
