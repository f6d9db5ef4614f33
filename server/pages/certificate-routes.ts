import { Hono } from 'hono';
import { timeZoneOf } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import { requires } from '#server/http/access.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { contentSecurityPolicy, newNonce } from '#server/http/security-headers.ts';
import { findCertificate } from '#server/results/certificates.ts';
import { certificatePage, missingCertificatePage } from './certificate-page.ts';

/** The page that a selected member may show to anybody. It works without scripts. */
export function certificateRoutes({ store, content, config, client }: Deps): Hono<PortalEnv> {
  const routes = new Hono<PortalEnv>();

  routes.get('/certificate/:id', requires('public'), async (c) => {
    const nonce = newNonce();
    c.header('Content-Security-Policy', contentSecurityPolicy(config, nonce));
    c.header('Cache-Control', 'no-store');
    c.header('X-Robots-Tag', 'noindex');
    const id = c.req.param('id');
    const certificate = await findCertificate(store.db, id);
    const { html: clientHtml } = await client.current();
    const about = { nonce, club: content.club, timeZone: timeZoneOf({ config }), clientHtml };
    if (!certificate) return c.html(missingCertificatePage(about), 404);
    const address = `${config.portalUrl}/certificate/${id}`;
    return c.html(certificatePage({ ...certificate, address }, about));
  });

  return routes;
}
