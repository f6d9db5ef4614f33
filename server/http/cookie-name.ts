import type { Config } from '#server/config/config.ts';

/**
 * The name of a cookie of this portal. Browsers send a host's cookies to all of its ports, so the name has the port of the
 * public address unless it is the usual one. The prefix makes them insist on Secure, Path=/ and no Domain.
 */
export function cookieName(
  purpose: 'session' | 'device' | 'provider',
  { https, portalUrl }: Pick<Config, 'https' | 'portalUrl'>,
): string {
  const { port } = new URL(portalUrl);
  return `${https ? '__Host-' : ''}sdc_${purpose}${port && `_${port}`}`;
}
