import { randomBytes } from 'node:crypto';
import type { Config } from '#server/config/config.ts';

export function newNonce(): string {
  return randomBytes(16).toString('base64');
}

/**
 * The Content-Security-Policy of a response: no inline scripts and no inline styles. Only the form service's own page has
 * a style element, with a new nonce for each response.
 */
export function contentSecurityPolicy({ formEndpoint }: Pick<Config, 'formEndpoint'>, nonce?: string) {
  const connect = ["'self'", ...(formEndpoint ? [new URL(formEndpoint).origin] : [])].join(' ');
  const styles = nonce ? `'self' 'nonce-${nonce}'` : "'self'";
  return (
    `default-src 'self'; style-src ${styles}; img-src 'self' data:; connect-src ${connect}; ` +
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
  );
}

export function securityHeaders(config: Pick<Config, 'https' | 'formEndpoint'>): ReadonlyMap<string, string> {
  return new Map([
    ['Content-Security-Policy', contentSecurityPolicy(config)],
    ['X-Content-Type-Options', 'nosniff'],
    ['Referrer-Policy', 'strict-origin-when-cross-origin'],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Permissions-Policy', 'camera=(), geolocation=(), microphone=()'],
    ...(config.https ? [['Strict-Transport-Security', 'max-age=31536000'] as const] : []),
  ]);
}
