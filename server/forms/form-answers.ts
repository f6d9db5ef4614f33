import type { Context } from 'hono';
import { html } from 'hono/html';
import type { SentFields } from '#domain/form-submission.ts';
import type { Form } from '#domain/forms.ts';
import { limits as lengths } from '#domain/limits.ts';
import type { Config } from '#server/config/config.ts';
import type { Content } from '#server/config/content.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { toRefusal } from '#server/http/error-handler.ts';
import { plainPage } from '#server/http/plain-page.ts';
import { contentSecurityPolicy, newNonce } from '#server/http/security-headers.ts';
import { FormRefusal } from './wire.ts';

export interface AnswerDeps {
  config: Config;
  content: Content;
  client: { current(): Promise<{ html: string }> };
}

/** The form service's responses: JSON for programs, a page or a redirect for browsers without scripts. */
export function createFormAnswers({ config, content, client }: AnswerDeps) {
  function accepted(c: Context<PortalEnv>, form: Form, sent: SentFields): Response {
    const next = nextPage(sent.get('_next'), `${config.portalUrl}/f/${form.id}/thanks`, config.origins);
    return wantsHtml(c) ? c.redirect(next, 303) : c.json({ next });
  }

  async function refused(error: unknown, c: Context<PortalEnv>): Promise<Response> {
    const refusal = error instanceof FormRefusal ? error : otherRefusal(error, c);
    for (const [name, value] of Object.entries(refusal.headers)) c.header(name, value);
    if (!wantsHtml(c)) return c.json(refusal.answer, refusal.status);
    const lines =
      'error' in refusal.answer
        ? [refusal.answer.error]
        : refusal.answer.errors.map((item) =>
            'field' in item ? `${item.field} ${item.message}` : item.message,
          );
    return c.html(
      await page(c, 'The form was not sent', [...lines, 'Go back and try again.']),
      refusal.status,
    );
  }

  async function page(c: Context<PortalEnv>, title: string, lines: string[]) {
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

const styles = `
body { display: grid; place-items: center; padding: var(--gutter); }
main { width: 100%; max-width: 26.5rem; padding: 2.25rem 1.5rem; text-align: center;
  border: 1px solid var(--line); border-radius: var(--radius); background: var(--surface); }
h1 { margin-top: 1rem; font-size: var(--text-xl); }
p { margin-top: 0.75rem; color: var(--ink-soft); text-wrap: balance; }
a { display: inline-block; padding: 10px; font-weight: 600; }`;
