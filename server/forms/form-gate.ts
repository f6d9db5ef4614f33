import type { Context } from 'hono';
import type { Form } from '#domain/forms.ts';
import type { Config } from '#server/config.ts';
import type { Content } from '#server/content.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { formRefusal } from './wire.ts';

/** Decides which form a request is for, and whether its origin may send that form. */
export function createFormGate({ origins }: Pick<Config, 'origins'>, content: Pick<Content, 'forms'>) {
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
