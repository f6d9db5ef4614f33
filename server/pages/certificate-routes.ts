import { Hono } from 'hono';
import { type Config, timeZoneOf } from '#server/config/config.ts';
import type { Content } from '#server/config/content.ts';
import { requires } from '#server/http/access.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { contentSecurityPolicy, newNonce } from '#server/http/security-headers.ts';
import { findCertificate } from '#server/results/certificates.ts';
import type { Store } from '#server/store/open.ts';
import type { BuiltClient } from './built-client.ts';
import { certificatePage, missingCertificatePage } from './certificate-page.ts';

export interface CertificateDeps {
  store: Store;
  content: Content;
  config: Config;
  client: BuiltClient;
}

/** The page that a selected member may show to anybody. It works without scripts. */
export function certificateRoutes({ store, content, config, client }: CertificateDeps): Hono<PortalEnv> {
  const routes = new Hono<PortalEnv>();

  routes.get('/certificate/:id', requires('public'), async (c) => {
    const nonce = newNonce();
    c.header('Content-Security-Policy', contentSecurityPolicy(config, nonce));
    c.header('Cache-Control', 'no-store');
    c.header('X-Robots-Tag', 'noindex');
    const id = c.req.param('id');
    const certificate = await findCertificate(store.db, id);
    const { html: clientHtml } = await client.current();
    const about = {
      nonce,
      club: content.club,
      timeZone: timeZoneOf({ config, content }),
      clientHtml,
      portalUrl: config.portalUrl,
    };
    if (!certificate) return c.html(missingCertificatePage(about), 404);
    return c.html(certificatePage({ ...certificate, id }, about));
  });

  return routes;
}
