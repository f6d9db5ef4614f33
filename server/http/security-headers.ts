import { randomBytes } from 'node:crypto';
import { createMiddleware } from 'hono/factory';
import type { PortalEnv } from './env.ts';

/**
 * The headers of every response. Inline scripts are forbidden. Inline style elements need the nonce of their response
 * (the component library creates some), and style attributes need a hash that the page lists.
 */
export function securityHeaders(https: boolean, formEndpoint: string | undefined) {
  const connect = ["'self'", ...(formEndpoint ? [new URL(formEndpoint).origin] : [])].join(' ');
  return createMiddleware<PortalEnv>(async (c, next) => {
    let nonce: string | undefined;
    c.set('styleNonce', () => {
      nonce ??= randomBytes(16).toString('base64');
      return nonce;
    });
    await next();
    const styles = nonce ? `'self' 'nonce-${nonce}'` : "'self'";
    const attributes = c.var.styleHashes?.length
      ? `style-src-attr 'unsafe-hashes' ${c.var.styleHashes.join(' ')}; `
      : '';
    const headers = c.res.headers;
    headers.set(
      'Content-Security-Policy',
      `default-src 'self'; style-src ${styles}; ${attributes}img-src 'self' data:; connect-src ${connect}; ` +
        "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    );
    headers.set('X-Content-Type-Options', 'nosniff');
    headers.set('Referrer-Policy', 'strict-origin-when-cross-origin');
    headers.set('Cross-Origin-Opener-Policy', 'same-origin');
    headers.set('Permissions-Policy', 'camera=(), geolocation=(), microphone=()');
    if (https) headers.set('Strict-Transport-Security', 'max-age=31536000');
  });
}
