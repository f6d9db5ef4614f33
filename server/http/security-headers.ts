import { randomBytes } from 'node:crypto';
import type { Config } from '#server/config.ts';

/** The inline styles that a page may use, besides the portal’s own style sheets. */
export interface PageStyles {
  /** Of the page's style elements; a new one for each response. */
  nonce: string;
  /** Of the style attributes in its markup: `'sha256-…'`. */
  hashes?: readonly string[];
}

export function newNonce(): string {
  return randomBytes(16).toString('base64');
}

/**
 * The Content-Security-Policy of a response. Inline scripts are forbidden. Inline style elements need the nonce of their
 * response (the component library creates some), and style attributes need a hash that the page lists.
 */
export function contentSecurityPolicy({ formEndpoint }: Pick<Config, 'formEndpoint'>, styles?: PageStyles) {
  const connect = ["'self'", ...(formEndpoint ? [new URL(formEndpoint).origin] : [])].join(' ');
  const elements = styles ? `'self' 'nonce-${styles.nonce}'` : "'self'";
  const attributes = styles?.hashes?.length
    ? `style-src-attr 'unsafe-hashes' ${styles.hashes.join(' ')}; `
    : '';
  return (
    `default-src 'self'; style-src ${elements}; ${attributes}img-src 'self' data:; connect-src ${connect}; ` +
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
  );
}

/** The headers of every response; a page has its own policy instead. */
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
