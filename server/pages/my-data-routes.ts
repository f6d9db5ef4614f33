import { Hono } from 'hono';
import { timeZoneOf } from '#server/config/config.ts';
import { requires } from '#server/http/access.ts';
import { describeStream } from '#server/http/describe.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { contentSecurityPolicy, newNonce } from '#server/http/security-headers.ts';
import { streamedFile } from '#server/http/streamed-file.ts';
import type { CertificateDeps } from './certificate-routes.ts';
import { asJson, readMyData } from './my-data.ts';
import { myDataPage } from './my-data-page.ts';

/** A person's data, to take along and to read. */
export function myDataRoutes(deps: CertificateDeps): Hono<PortalEnv> {
  const { store, content, config, client } = deps;
  const routes = new Hono<PortalEnv>();
  const dataOf = (uid: string) => readMyData(store.db, deps, uid);

  routes.get(
    '/api/me/data',
    requires('member'),
    describeStream('Everything that the member gave or was told, as one JSON file.', 'application/json'),
    (c) => {
      const file = { name: 'my-data.json', type: 'application/json; charset=utf-8' };
      return streamedFile(c, file, asJson(dataOf(c.var.user.uid)));
    },
  );

  routes.get(
    '/api/me/data/page',
    requires('member'),
    describeStream('The same as a page to read.', 'text/html'),
    async (c) => {
      const nonce = newNonce();
      c.header('Content-Security-Policy', contentSecurityPolicy(config, nonce));
      const { html: clientHtml } = await client.current();
      const about = { nonce, clientHtml, timeZone: timeZoneOf(deps), shortName: content.club.shortName };
      return c.html(await myDataPage(dataOf(c.var.user.uid), about));
    },
  );

  return routes;
}
