import { beforeAll, describe, expect, it } from 'vitest';
import { formFailures, formThanks } from '#domain/forms.ts';
import { openTestApp, portalUrl, type TestApp } from '#tests/helpers/app.ts';
import { contactMessage, contentWithForms } from '#tests/helpers/forms.ts';
import { rowsOf } from '#tests/helpers/records.ts';
import type { Sending } from '#tests/helpers/visitor.ts';

const html = 'text/html,application/xhtml+xml,*/*;q=0.8';
const urlencoded = 'application/x-www-form-urlencoded';
const site = 'https://club.example.edu';

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp('sqlite', {
    content: contentWithForms(),
    env: { CONTACT_INBOX: 'leads@club.example' },
  });
});

function post(path: string, sending: Sending) {
  return portal.visitor().send('POST', path, sending);
}

/** As a page without JavaScript sends a form. */
function encoded(fields: Record<string, string>): Sending {
  const headers = { 'Content-Type': urlencoded, Accept: html };
  return { raw: new URLSearchParams(fields).toString(), headers };
}

/** The stored messages. */
function stored({ store } = portal) {
  return rowsOf(store, 'form_submissions');
}

describe('a form sent from a page without JavaScript', () => {
  it('leads to the form’s thank-you page', async () => {
    const { status, headers } = await post('/f/contact', encoded(contactMessage()));
    expect([status, headers.get('location')]).toEqual([303, `${portalUrl}/f/contact/thanks`]);
    const thanks = await portal.visitor().get('/f/contact/thanks');
    expect(thanks.status).toBe(200);
    expect(thanks.text).toContain(formThanks.title);
  });

  it.each([
    ['/about', `${portalUrl}/about`],
    [`${portalUrl}/terms?a=b`, `${portalUrl}/terms?a=b`],
    ['https://evil.example/', `${portalUrl}/f/contact/thanks`],
    ['//evil.example/', `${portalUrl}/f/contact/thanks`],
    ['javascript:alert(1)', `${portalUrl}/f/contact/thanks`],
    ['http://portal.test.evil.example/', `${portalUrl}/f/contact/thanks`],
    [`blob:${portalUrl}/1`, `${portalUrl}/f/contact/thanks`],
    ['http://[', `${portalUrl}/f/contact/thanks`],
  ])('with _next=%s leads to %s', async (next, location) => {
    const message = contactMessage({ _next: next });
    expect((await post('/f/contact', encoded(message))).headers.get('location')).toBe(location);
    expect((await post('/f/contact', { body: message })).body).toEqual({ next: location });
  });

  it('gets a page with the errors, which runs nothing that was sent', async () => {
    const sent = encoded({ '<b>x</b>': '<script>', name: 'A' });
    const { status, text, headers } = await post('/f/contact', sent);
    expect(status).toBe(422);
    expect(headers.get('content-type')).toMatch(/^text\/html/);
    expect(text).toContain('email is required');
    expect(text).not.toContain('<script>');
  });

  it('gets an error page for an unknown form', async () => {
    const answer = await portal.visitor().send('GET', '/f/unknown/thanks', { headers: { Accept: html } });
    expect(answer).toMatchObject({ status: 404, text: expect.stringContaining('There is no such form.') });
  });
});

describe('other websites', () => {
  it('may send a preflight if the form allows them', async () => {
    const names = 'accept,content-type,formspree-client,formspree-session-data';
    const { status, headers } = await portal.visitor().send('OPTIONS', '/f/survey', {
      headers: {
        Origin: site,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': names,
      },
    });
    expect(status).toBe(204);
    expect(headers.get('access-control-allow-origin')).toBe(site);
    expect(headers.get('access-control-allow-methods')).toBe('POST');
    expect(headers.get('access-control-allow-headers')?.toLowerCase().replaceAll(' ', '')).toBe(names);
    expect(headers.get('vary')).toContain('Origin');
    expect(headers.get('access-control-allow-credentials')).toBeNull();
  });

  it.each(['/f/contact', '/f/unknown', '/p/sdc/f/contact', '/p/other/f/survey'])(
    'are not allowed on %s',
    async (path) => {
      const asked = await portal.visitor().send('OPTIONS', path, { headers: { Origin: site } });
      expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([204, null]);
      const before = await stored();
      const sent = await post(path, { body: contactMessage(), headers: { Origin: site } });
      expect(sent.status).toBeGreaterThanOrEqual(403);
      expect(sent.headers.get('access-control-allow-origin')).toBeNull();
      expect(await stored()).toEqual(before);
    },
  );

  it('can read every response if they may send', async () => {
    const headers = { Origin: site };
    const answers = [
      await post('/f/survey', { body: { nick: 'A' }, headers }),
      await post('/f/survey', { body: {}, headers }),
      await post('/f/survey', { raw: '{', headers }),
      await post('/f/survey', { raw: 'x'.repeat(70_000), headers }),
      await post('/f/closed', { body: {}, headers }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 422, 400, 413, 403]);
    for (const { headers: sent, body } of answers) {
      expect(sent.get('access-control-allow-origin')).toBe(site);
      expect(body).toBeInstanceOf(Object);
    }
  });

  it.each(['null', 'http://portal.test.evil.example', 'https://portal.test'])(
    'are not taken for the portal: %s',
    async (origin) => {
      const answer = await post('/f/contact', { body: contactMessage(), headers: { Origin: origin } });
      expect(answer).toMatchObject({ status: 403, body: { errors: [{ code: 'BLOCKED' }] } });
    },
  );
});

describe('what a form is sent as', () => {
  it.each([
    ['a list', { raw: '[]' }, 400],
    ['nothing', { raw: '' }, 400],
    ['half of an object', { raw: '{"name":' }, 400],
    ['plain text', { raw: 'name=A', headers: { 'Content-Type': 'text/plain' } }, 415],
    ['no type at all', { raw: 'name=A', headers: { 'Content-Type': null } }, 415],
    ['form data without a boundary', { raw: 'x', headers: { 'Content-Type': 'multipart/form-data' } }, 400],
  ])('refuses %s', async (_, sending, status) => {
    const answer = await post('/f/contact', sending);
    expect(answer.status).toBe(status);
    expect(answer.body).toEqual({ error: expect.any(String) });
  });

  it('accepts 64 KiB and refuses a byte more', async () => {
    const full = JSON.stringify(contactMessage()).padStart(64 * 1024);
    expect((await post('/f/contact', { raw: full })).status).toBe(200);
    expect((await post('/f/contact', { raw: ` ${full}` })).status).toBe(413);
  });

  it('accepts twenty undeclared fields of bounded length, and no more', async () => {
    const others = (count: number, value = 'x') =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`other${index}`, value]));
    const survey = (fields: object) => post('/f/survey', { body: { nick: 'A', ...fields } });
    const declared = portal.deps.content.forms.forms.find(({ id }) => id === 'survey')?.fields.length ?? 0;
    expect((await survey(others(declared - 1 + 20))).status).toBe(200);
    expect(await survey(others(declared + 20))).toMatchObject({
      status: 400,
      body: { error: formFailures.tooManyFields },
    });
    expect((await survey(others(1, '👋'.repeat(2_000)))).status).toBe(200);
    expect(await survey(others(1, '👋'.repeat(2_001)))).toMatchObject({
      status: 422,
      body: { errors: [{ code: 'TYPE_TEXT', field: 'other0' }] },
    });
  });

  it('refuses deep nesting, repetition and too many parts immediately', async () => {
    const form = (raw: string, type: string) => post('/f/survey', { raw, headers: { 'Content-Type': type } });
    const part = '--x\r\nContent-Disposition: form-data; name="nick"\r\n\r\nA\r\n';
    const refused = [
      await form(`{"nick":${'['.repeat(30_000)}${']'.repeat(30_000)}}`, 'application/json'),
      await form(`{"nick":[${'1,'.repeat(20_000)}1]}`, 'application/json'),
      await form('nick=A&'.repeat(9_000), urlencoded),
    ];
    for (const answer of refused) {
      expect(answer).toMatchObject({ status: 400, body: { error: formFailures.tooManyFields } });
    }
    // As many parts as fit into a body are one text, which is too long.
    expect((await form(`${part.repeat(1_020)}--x--\r\n`, 'multipart/form-data; boundary=x')).status).toBe(
      422,
    );
  });

  it('joins several values of one name', async () => {
    const raw = `${new URLSearchParams({ nick: 'several' })}&wishes=one&wishes=two`;
    expect((await post('/f/survey', { raw, headers: { 'Content-Type': urlencoded } })).status).toBe(200);
    expect((await post('/f/survey', { body: { nick: 'several', wishes: ['one', 'two'] } })).status).toBe(200);
    const rows = (await stored()).filter(({ fields }) => fields.includes('several'));
    expect(rows.map(({ fields }) => JSON.parse(fields).wishes)).toEqual(['one, two', 'one, two']);
  });

  it('accepts numbers and refuses objects', async () => {
    expect((await post('/f/survey', { body: { nick: 'A', year: 3 } })).status).toBe(200);
    const { body } = await post('/f/survey', { body: { nick: { a: 1 } } });
    expect(body).toEqual({ errors: [{ code: 'TYPE_TEXT', field: 'nick', message: 'should be text' }] });
  });

  it('is sent by POST', async () => {
    const answer = await portal.visitor().get('/f/contact');
    expect(answer).toMatchObject({ status: 405, body: { error: 'Send the form with POST.' } });
    expect(answer.headers.get('allow')).toBe('POST, OPTIONS');
    expect(await portal.visitor().send('PUT', '/f/contact', { body: {} })).toMatchObject({ status: 404 });
  });
});

describe('a message', () => {
  it('with the hidden field filled in gets a success response and is not stored', async () => {
    const before = await stored();
    const answer = await post('/f/contact', { body: contactMessage({ _gotcha: 'x' }) });
    expect([answer.status, answer.body]).toEqual([200, { next: `${portalUrl}/f/contact/thanks` }]);
    expect(await stored()).toEqual(before);
  });

  it('is only stored without a mailbox, and the test form sends no mail', async () => {
    const fresh = await openTestApp('sqlite');
    await fresh.visitor().post('/f/contact', contactMessage());
    await fresh.visitor().post('/f/test', contactMessage());
    expect((await fresh.mails()).map(({ to }) => to)).toEqual([['asha@students.example']]);
    expect(await stored(fresh)).toHaveLength(2);
  });
});

it('CONTACT_FORM_ID must be a form of the portal, unless another service receives it', async () => {
  await expect(openTestApp('sqlite', { env: { CONTACT_FORM_ID: 'nope' } })).rejects.toThrow(
    'CONTACT_FORM_ID must be a form of content/forms.json: contact, test',
  );
  const elsewhere = { CONTACT_FORM_ID: 'xyzabc', FORM_ENDPOINT: 'https://forms.example' };
  const { app } = await openTestApp('sqlite', { env: elsewhere });
  expect(await (await app.request('/login')).text()).toContain(
    '"formService":{"endpoint":"https://forms.example","contactForm":"xyzabc"}',
  );
});
