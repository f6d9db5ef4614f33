import { type Context, Hono } from 'hono';
import { checkSubmission, hasTooManyFields, isTrapped, type SentFields } from '#domain/form-submission.ts';
import { type Form, formFailures, formThanks } from '#domain/forms.ts';
import { limits as lengths } from '#domain/limits.ts';
import type { Deps } from '#server/deps.ts';
import { requires } from '#server/http/access.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { toRefusal } from '#server/http/error-handler.ts';
import { contentSecurityPolicy, newNonce } from '#server/http/security-headers.ts';
import { describePreflight, describeSubmission, describeThanks, describeWrongMethod } from './form-docs.ts';
import { createFormGate } from './form-gate.ts';
import { formPage } from './form-page.ts';
import { inboxSize } from './inbox-store.ts';
import { readForm } from './read-form.ts';
import { receiveSubmission } from './receive-submission.ts';
import { FormRefusal, formRefusal } from './wire.ts';

const addresses = ['/f/:formId', '/p/:project/f/:formId'] as const;
const requestHeaders = 'Accept, Content-Type, Formspree-Client, Formspree-Session-Data';

/**
 * The form service, in the wire format that `@formspree/core` speaks (DESIGN.md, section 8). A session only decides
 * whose limit a message counts against, so other websites may call it too, if their form says so.
 */
export function formRoutes(deps: Deps): Hono<PortalEnv> {
  const { config, content, limits } = deps;
  const routes = new Hono<PortalEnv>();

  const { allowOrigin, findForm, formToSend } = createFormGate(config, content.forms);

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
    c.header('Content-Security-Policy', contentSecurityPolicy(config, { nonce }));
    return formPage({
      nonce,
      club: content.club.name,
      title,
      lines,
      home: config.portalUrl,
    });
  }

  routes.on('ALL', ['/f/*', '/p/*'], async (c, next) => {
    c.set('answerError', (error) => refused(error, c));
    await next();
  });

  for (const address of addresses) {
    routes.options(address, requires('public'), describePreflight, (c) => {
      if (allowOrigin(c, findForm(c))) {
        c.header('Access-Control-Allow-Methods', 'POST');
        c.header('Access-Control-Allow-Headers', requestHeaders);
        c.header('Access-Control-Max-Age', '86400');
      }
      return c.body(null, 204);
    });

    routes.post(address, requires('public'), limits.form, describeSubmission, async (c) => {
      const form = formToSend(c);
      const sent = await readForm(c.req.raw);
      if (hasTooManyFields(form, sent)) throw new FormRefusal(400, { error: formFailures.tooManyFields });
      if (isTrapped(sent)) return accepted(c, form, sent);
      const checked = checkSubmission(form, sent);
      if (!checked.ok) throw new FormRefusal(422, { errors: checked.errors });
      const account = (await c.var.readSession())?.uid;
      if (!account) await refuseIfFull(deps);
      await receiveSubmission(deps, form, checked.submission, { sender: c.var.sender, account });
      return accepted(c, form, sent);
    });

    routes.get(address, requires('public'), describeWrongMethod, () => {
      throw new FormRefusal(405, { error: formFailures.postOnly }, { Allow: 'POST, OPTIONS' });
    });
  }

  routes.get('/f/:formId/thanks', requires('public'), describeThanks, (c) => {
    if (!findForm(c)) throw formRefusal('FORM_NOT_FOUND');
    return c.html(page(c, formThanks.title, [formThanks.text]));
  });

  for (const address of ['/f/*', '/p/*']) {
    routes.all(address, () => {
      throw formRefusal('FORM_NOT_FOUND');
    });
  }

  return routes;
}

/** Strangers can fill only a share of the disk; members can still send, each within a separate limit. */
async function refuseIfFull({ store, config }: Deps): Promise<void> {
  const { bytes } = await inboxSize(store.db);
  if (bytes >= config.inboxBytes) {
    throw new FormRefusal(503, { error: formFailures.full }, { 'Retry-After': '3600' });
  }
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
  return url && origins.includes(url.origin) ? url.href : thanks;
}

/** Errors other than the form service's: too many requests, database unavailable, a bug. */
function otherRefusal(error: unknown, c: Context<PortalEnv>): FormRefusal {
  const refusal = toRefusal(error);
  const { status, message, headers } = refusal;
  if (refusal !== error && status >= 500) {
    const { requestId } = c.var;
    c.var.log.error({ requestId, err: error, method: c.req.method, path: c.req.path }, 'form failed');
  }
  return new FormRefusal(status, { error: message }, headers);
}
