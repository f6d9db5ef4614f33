import type { Context } from 'hono';
import type { SentFields } from '#domain/form-submission.ts';
import type { Form } from '#domain/forms.ts';
import { limits as lengths } from '#domain/limits.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { toRefusal } from '#server/http/error-handler.ts';
import { type MessagePageDeps, messagePage } from '#server/http/message-page.ts';
import { FormRefusal } from './wire.ts';

/** The form service's responses: JSON for programs, a page or a redirect for browsers without scripts. */
export function createFormAnswers({ config, content, client }: MessagePageDeps) {
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

  const page = (c: Context<PortalEnv>, title: string, lines: string[]) =>
    messagePage({ config, content, client }, c, title, lines);

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
