import { createClient, isSubmissionError, type SubmissionData } from '@formspree/core';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { formMessages } from '#domain/forms.ts';
import { requestBounds } from '#server/config/bounds.ts';
import { openTestApp, portalUrl, type TestApp } from '#tests/helpers/app.ts';
import { type Fault, failingStore } from '#tests/helpers/failing-store.ts';
import { asFormData, contactMessage, contentWithForms } from '#tests/helpers/forms.ts';
import { exhaust } from '#tests/helpers/limits.ts';
import { listen } from '#tests/helpers/listen.ts';
import { rowsOf } from '#tests/helpers/records.ts';

/** The client accepts an object, which it sends as JSON, or form data. */
const shapes = {
  JSON: (fields: Record<string, string>): SubmissionData => ({ ...fields }),
  FormData: asFormData,
};

/** The error that the client finds in a form as a whole. */
function formError(code: string, message: unknown) {
  return { form: [{ code, message }], fields: {} };
}

/** The client's result in one comparable form. */
async function outcome(result: ReturnType<ReturnType<typeof createClient>['submitForm']>) {
  const settled = await result;
  if (!isSubmissionError(settled)) return settled;
  return {
    form: settled.getFormErrors(),
    fields: Object.fromEntries(settled.getAllFieldErrors()),
  };
}

describe('the published client, unchanged', () => {
  let portal: TestApp;
  let endpoint: string;
  const fault: Fault = { before: null };

  beforeAll(async () => {
    portal = await openTestApp('sqlite', {
      content: contentWithForms(),
      wrapStore: (store) => failingStore(store, fault),
    });
    endpoint = await listen(portal);
  });

  function submit(formId: string, data: SubmissionData, project?: string) {
    return outcome(createClient(project ? { project } : {}).submitForm(formId, data, { endpoint }));
  }

  describe.each(Object.entries(shapes))('with %s', (_, shape) => {
    it('receives the next address, and the message is stored', async () => {
      const message = contactMessage({ message: `stored by ${_}`, githubLink: 'https://github.com/a/b' });
      expect(await submit('contact', shape(message))).toEqual({
        kind: 'success',
        next: `${portalUrl}/f/contact/thanks`,
      });
      const row = (await rowsOf(portal.store, 'form_submissions')).find(({ fields }) =>
        fields.includes(`stored by ${_}`),
      );
      const { subject, ...fields } = message;
      expect(JSON.parse(row?.fields ?? '')).toEqual({ ...fields, subject });
      expect(row).toMatchObject({ formId: 'contact', subject, replyTo: message.email, readAt: null });
    });

    it('reaches a form through its project', async () => {
      expect(await submit('test', shape(contactMessage()), 'sdc')).toMatchObject({ kind: 'success' });
    });

    it('gets each field error with its field', async () => {
      const sent = shape({ nick: '', mail: 'x', year: 'two', site: 'nowhere' });
      expect(await submit('survey', sent)).toEqual({
        form: [],
        fields: {
          nick: [{ code: 'REQUIRED_FIELD_EMPTY', message: 'should not be empty' }],
          mail: [{ code: 'TYPE_EMAIL', message: 'should be an email' }],
          year: [{ code: 'TYPE_NUMERIC', message: 'should be a number' }],
          site: [{ code: 'TYPE_TEXT', message: 'should be a URL' }],
        },
      });
      expect(await submit('survey', shape({ year: '2' }))).toEqual({
        form: [],
        fields: { nick: [{ code: 'REQUIRED_FIELD_MISSING', message: 'is required' }] },
      });
    });

    it.each([
      ['FORM_NOT_FOUND', 'unknown', undefined],
      ['FORM_NOT_FOUND', 'unknown', 'sdc'],
      ['FORM_NOT_FOUND', '', undefined],
      ['PROJECT_NOT_FOUND', 'contact', 'other'],
      ['INACTIVE', 'closed', undefined],
      ['EMPTY', 'contact', undefined],
    ] as const)('gets %s for the form "%s" of project %s', async (code, formId, project) => {
      const sent = shape(code === 'EMPTY' ? { _next: '/about' } : contactMessage());
      expect(await submit(formId, sent, project)).toEqual(formError(code, formMessages[code]));
    });

    it.each([70_000, 3_000_000])('can read that %i bytes are too many', async (size) => {
      const sent = shape(contactMessage({ message: 'x'.repeat(size) }));
      expect(await submit('contact', sent)).toEqual(
        formError('UNSPECIFIED', 'A form may have at most 64 KiB.'),
      );
    });

    it('can read an error of the server', async () => {
      fault.before = 1;
      try {
        expect(await submit('contact', shape(contactMessage()))).toEqual(
          formError('UNSPECIFIED', 'Something went wrong on our side. Please try again.'),
        );
      } finally {
        fault.before = null;
      }
      expect(portal.takeErrors()).toMatchObject([
        { msg: 'request failed', err: { message: 'before statement 1' } },
      ]);
    });

    it('can read how long it must wait', async () => {
      const { form } = requestBounds;
      await exhaust(portal, 'form', '127.0.0.1', form);
      try {
        const wait = expect.stringMatching(/^Too many attempts. Please try again in 1[45] minutes\.$/);
        const refused = formError('UNSPECIFIED', wait);
        expect(await submit('contact', shape(contactMessage()))).toEqual(refused);
      } finally {
        await exhaust(portal, 'form', '127.0.0.1', form, form.points);
      }
    });
  });

  it('gets NO_FILE_UPLOADS for a file, and FILES_TOO_BIG for a big one', async () => {
    for (const [text, code] of [
      ['text', 'NO_FILE_UPLOADS'],
      ['', 'NO_FILE_UPLOADS'],
      ['x'.repeat(100_000), 'FILES_TOO_BIG'],
    ] as const) {
      const sent = asFormData(contactMessage());
      sent.append('upload', new Blob([text]), 'notes.txt');
      expect(await submit('contact', sent)).toMatchObject({ form: [{ code }] });
    }
  });

  it('gets BLOCKED on a website that may not send the form, and a response on one that may', async () => {
    const site = 'https://club.example.edu';
    const { fetch } = globalThis;
    // Set by a browser, and not by a page.
    vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
      fetch(url, { ...init, headers: { ...(init.headers as Record<string, string>), Origin: site } }),
    );
    expect(await submit('contact', contactMessage())).toMatchObject({ form: [{ code: 'BLOCKED' }] });
    expect(await submit('survey', { nick: 'Asha' })).toMatchObject({ kind: 'success' });
  });

  it('may send an empty file field', async () => {
    const sent = asFormData(contactMessage());
    sent.append('upload', new Blob([]), '');
    expect(await submit('contact', sent)).toMatchObject({ kind: 'success' });
  });
});
