import type { Context } from 'hono';
import { html } from 'hono/html';
import type { SentFields } from '#domain/form-submission.ts';
import type { Form } from '#domain/forms.ts';
import { limits as lengths } from '#domain/limits.ts';
import type { Config } from '#server/config.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { toRefusal } from '#server/http/error-handler.ts';
import { contentSecurityPolicy, newNonce } from '#server/http/security-headers.ts';
import { FormRefusal } from './wire.ts';

/** The form service's responses: JSON for programs, a page or a redirect for browsers without scripts. */
export function createFormAnswers(config: Config, club: string) {
  function accepted(c: Context<PortalEnv>, form: Form, sent: SentFields): Response {
    const next = nextPage(sent.get('_next'), `${config.portalUrl}/f/${form.id}/thanks`, config.origins);
    return wantsHtml(c) ? c.redirect(next, 303) : c.json({ next });
  }

  function refused(error: unknown, c: Context<PortalEnv>): Response | Promise<Response> {
    const refusal = error instanceof FormRefusal ? error : otherRefusal(error, c);
    for (const [name, value] of Object.entries(refusal.headers)) c.header(name, value);
    if (!wantsHtml(c)) return c.json(refusal.answer, refusal.status);
    const lines =
      'error' in refusal.answer
        ? [refusal.answer.error]
        : refusal.answer.errors.map((item) =>
            'field' in item ? `${item.field} ${item.message}` : item.message,
          );
    return c.html(page(c, 'The form was not sent', [...lines, 'Go back and try again.']), refusal.status);
  }

  function page(c: Context<PortalEnv>, title: string, lines: string[]) {
    const nonce = newNonce();
    c.header('Content-Security-Policy', contentSecurityPolicy(config, nonce));
    return formPage({
      nonce,
      club,
      title,
      lines,
      home: config.portalUrl,
    });
  }

  return { accepted, refused, page };
}

/** A browser that shows the response, as opposed to a program that reads it. */
function wantsHtml(c: Context<PortalEnv>): boolean {
  const accept = c.req.header('accept') ?? '';
  return accept.includes('text/html') && !accept.includes('application/json');
}

/** Where to go after the form: `_next` if that is a page of this portal, else the form's thank-you page. */
function nextPage(wanted: string | null | undefined, thanks: string, origins: readonly string[]): string {
  if (!wanted || wanted.length > lengths.url) return thanks;
  const url = URL.parse(wanted, thanks);
  // A blob: address has the origin of the page that made it.
  const isPage = url?.protocol === 'http:' || url?.protocol === 'https:';
  return isPage && origins.includes(url.origin) ? url.href : thanks;
}

/** Errors other than the form service's: too many requests, database unavailable, a bug. */
function otherRefusal(error: unknown, c: Context<PortalEnv>): FormRefusal {
  const refusal = toRefusal(error);
  const { status, message, headers } = refusal;
  if (refusal !== error && status >= 500) {
    const { requestId } = c.var;
    c.var.log.error({ requestId, err: error, method: c.req.method, path: c.req.path }, 'form failed');
  }
  return new FormRefusal(status, { error: message, code: refusal.code }, headers);
}

/**
 * A page for a browser that sent a form without JavaScript, in the portal's look (docs/design.md): no script, one style
 * element with the response's nonce.
 */
function formPage(page: { nonce: string; club: string; title: string; lines: string[]; home: string }) {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<title>${page.title} · ${page.club}</title>
<style nonce="${page.nonce}">
:root { color-scheme: light dark; }
body { display: grid; min-height: 100dvh; place-items: center; margin: 0; padding: 1rem; box-sizing: border-box;
  background: light-dark(#f4f6ef, #0d110e); color: light-dark(#12170f, #eef3eb);
  font: 1rem/1.6 system-ui, sans-serif; overflow-wrap: break-word; }
.pattern { position: fixed; inset: 0; z-index: -1; width: 100%; height: 70%;
  color: light-dark(rgb(18 23 15 / 7%), rgb(238 243 235 / 7%));
  mask-image: linear-gradient(#000, transparent); }
main { box-sizing: border-box; width: 100%; max-width: 26.5rem; padding: 2.25rem 1.5rem; text-align: center;
  border: 1px solid light-dark(#d9dfd1, #273029); border-radius: 4px; background: light-dark(#fff, #141a15); }
h1 { margin: 1rem 0 0; font-size: 1.5rem; line-height: 1.2; }
p { margin: 0.75rem 0 0; color: light-dark(#444b40, #b4bdb0); text-wrap: balance; }
a { display: inline-block; padding: 10px; color: inherit; font-weight: 600;
  text-underline-offset: 3px; }
</style>
</head>
<body>
<svg class="pattern" aria-hidden="true">
<pattern id="hexagons" width="48.5" height="84" patternUnits="userSpaceOnUse">
<path fill="none" stroke="currentColor" d="M0 14 24.25 0 48.5 14M48.5 14V42L24.25 56 0 42V14M24.25 56V84" />
</pattern>
<rect width="100%" height="100%" fill="url(#hexagons)" />
</svg>
<main>
<img src="/favicon.svg" alt="" width="52" height="52">
<h1>${page.title}</h1>
${page.lines.map((line) => html`<p>${line}</p>`)}
<p><a href="${page.home}">${page.club}</a></p>
</main>
</body>
</html>`;
}
