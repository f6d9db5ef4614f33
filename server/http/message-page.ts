import type { Context } from 'hono';
import { html } from 'hono/html';
import type { Config } from '#server/config/config.ts';
import type { Content } from '#server/config/content.ts';
import type { PortalEnv } from './env.ts';
import { plainPage } from './plain-page.ts';
import { contentSecurityPolicy, newNonce } from './security-headers.ts';

export interface MessagePageDeps {
  config: Config;
  content: Content;
  client: { current(): Promise<{ html: string }> };
}

/** A page that says something, with a link to the portal, for browsers that show the response of a route. */
export async function messagePage(
  { config, content, client }: MessagePageDeps,
  c: Context<PortalEnv>,
  title: string,
  lines: readonly string[],
) {
  const nonce = newNonce();
  c.header('Content-Security-Policy', contentSecurityPolicy(config, nonce));
  // A program can send forms to a portal whose pages are not built.
  const { html: clientHtml } = await client.current().catch(() => ({ html: '' }));
  const club = content.club.name;
  return plainPage({
    title: `${title} · ${club}`,
    nonce,
    clientHtml,
    styles,
    main: html`<main>
<img src="/favicon.svg" alt="" width="52" height="52">
<h1>${title}</h1>
${lines.map((line) => html`<p>${line}</p>`)}
<p><a href="${config.portalUrl}">${club}</a></p>
</main>`,
  });
}

const styles = `
body { display: grid; place-items: center; padding: var(--gutter); }
main { width: 100%; max-width: 26.5rem; padding: 2.25rem 1.5rem; text-align: center;
  border: 1px solid var(--line); border-radius: var(--radius); background: var(--surface); }
h1 { margin-top: 1rem; font-size: var(--text-xl); }
p { margin-top: 0.75rem; color: var(--ink-soft); text-wrap: balance; }
a { display: inline-block; padding: 10px; font-weight: 600; }`;
