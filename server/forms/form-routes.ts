import { type Context, Hono } from 'hono';
import { checkSubmission, hasTooManyFields, isTrapped, type SentFields } from '#domain/form-submission.ts';
import { type Form, formFailures, formThanks } from '#domain/forms.ts';
import { limits as lengths } from '#domain/limits.ts';
import type { Sessions } from '#server/accounts/sessions.ts';
import type { Config } from '#server/config/config.ts';
import type { Content } from '#server/config/content.ts';
import { inSession, refuseOtherAccount, requires } from '#server/http/access.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { loggedRefusal } from '#server/http/error-handler.ts';
import { type MessagePageDeps, messagePage } from '#server/http/message-page.ts';
import { Refusal } from '#server/http/refusal.ts';
import { refuseSubmission } from '#server/members/season.ts';
import { describePreflight, describeSubmission, describeThanks, describeWrongMethod } from './form-docs.ts';
import { isInboxFull, isProjectLink } from './inbox-store.ts';
import { readForm } from './read-form.ts';
import { type ReceiveDeps, receiveSubmission } from './receive-submission.ts';
import { FormRefusal, formRefusal } from './wire.ts';

interface FormDeps extends MessagePageDeps, ReceiveDeps {
  sessions: Sessions;
}

const addresses = ['/f/:formId', '/p/:project/f/:formId'] as const;
const requestHeaders = 'Accept, Content-Type, Formspree-Client, Formspree-Session-Data';

/**
 * The form service, in the wire format that `@formspree/core` speaks. A session only decides
 * whose limit a message counts against, so other websites may call it too, if their form says so.
 */
export function formRoutes(deps: FormDeps): Hono<PortalEnv> {
  const { config, content, limits, sessions } = deps;
  const routes = new Hono<PortalEnv>();

  const { allowOrigin, findForm, formToSend } = createFormGate(config, content);
  const { accepted, refused, page } = createFormAnswers(deps);

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
      // Only what passed the rules counts towards the bytes stored.
      c.req.addValidatedData('json', checked.submission);
      const user = await c.var.readSession();
      refuseOtherAccount(c, user);
      if (!user && sessions.id(c)) refuseEndedSession(sessions, c);
      const account = user?.uid;
      if (account && isProjectLink(new Map(checked.submission.fields))) await refuseLate(deps, account);
      if (!account) await refuseIfFull(deps);
      const receive = () =>
        receiveSubmission(deps, form, checked.submission, { sender: c.var.sender(), account });
      // The session was read with the head of the request, long before its body perhaps.
      await (user ? inSession(c, user, receive) : receive());
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

/**
 * Refuses a browser whose session has ended elsewhere, by a removal or a new password: what it sends would be stored as a
 * stranger's. Its next message may be, because the cookie goes.
 */
function refuseEndedSession(sessions: Sessions, c: Context<PortalEnv>): never {
  sessions.clearCookie(c);
  throw new Refusal(401, 'SIGN_IN_REQUIRED', formFailures.sessionEnded);
}

/** Refuses a project after the deadline before its message is stored. */
async function refuseLate(deps: FormDeps, account: string): Promise<void> {
  if (account !== deps.config.adminUid) await refuseSubmission(deps.store.db, deps, account);
}

/** Members can still send, each within a separate limit. */
async function refuseIfFull({ store, config }: FormDeps): Promise<void> {
  if (await isInboxFull(store.db, config)) {
    throw new FormRefusal(503, { error: formFailures.full }, { 'Retry-After': '3600' });
  }
}

/** Decides which form a request is for, and whether its origin may send that form. */
function createFormGate({ origins }: Pick<Config, 'origins'>, content: Pick<Content, 'forms'>) {
  /** Allows the origin to read the response, if it may send the form. @returns whether it may */
  function allowOrigin(c: Context<PortalEnv>, form: Form | undefined): boolean {
    const origin = c.req.header('origin');
    c.header('Vary', 'Origin');
    // Not from a browser page, or from one that could read the response anyway.
    if (origin === undefined) return true;
    if (![...origins, ...(form?.allowedOrigins ?? [])].includes(origin)) return false;
    c.header('Access-Control-Allow-Origin', origin);
    return true;
  }

  function findForm(c: Context<PortalEnv>): Form | undefined {
    const named = c.req.param('project');
    const { project, forms } = content.forms;
    if (named !== undefined && named !== project) return undefined;
    return forms.find(({ id }) => id === c.req.param('formId'));
  }

  function formToSend(c: Context<PortalEnv>): Form {
    const form = findForm(c);
    const allowed = allowOrigin(c, form);
    const { project } = content.forms;
    const named = c.req.param('project') ?? project;
    if (!form) throw formRefusal(named === project ? 'FORM_NOT_FOUND' : 'PROJECT_NOT_FOUND');
    if (!allowed) throw formRefusal('BLOCKED');
    if (!form.active) throw formRefusal('INACTIVE');
    return form;
  }

  return { allowOrigin, findForm, formToSend };
}

/** The form service's responses: JSON for programs, a page or a redirect for browsers without scripts. */
function createFormAnswers({ config, content, client }: MessagePageDeps) {
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
  const { status, message, code, headers } = loggedRefusal(error, c);
  return new FormRefusal(status, { error: message, code }, headers);
}
