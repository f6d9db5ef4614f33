import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { build } from 'vite';
import { expect, test } from '#tests/helpers/fixtures.ts';

const entry = 'virtual:form-hook';

/** A page that uses the published `useForm` of `@formspree/react`. */
const source = `
import { createElement as h } from 'react';
import { createRoot } from 'react-dom/client';
import { useForm, ValidationError } from '@formspree/react';

function ContactForm() {
  const [state, submit] = useForm('contact', { endpoint: window.location.origin });
  if (state.succeeded) return h('p', { role: 'status' }, 'Thanks for joining!');
  const { errors } = state;
  const field = (name, label) => [
    h('label', { key: name }, label, h('input', { name })),
    h(ValidationError, { key: name + ' error', prefix: label, field: name, errors }),
  ];
  return h(
    'form',
    { onSubmit: submit, noValidate: true },
    ...field('name', 'Name'),
    ...field('email', 'Email'),
    ...field('message', 'Message'),
    h(ValidationError, { errors, role: 'alert' }),
    h('button', { disabled: state.submitting }, 'Submit'),
  );
}

createRoot(document.getElementById('root')).render(h(ContactForm));
`;

/** Bundles the page for a browser. */
async function bundleFormHook(): Promise<string> {
  const built = await build({
    root: join(import.meta.dirname, '..', '..'),
    configFile: false,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [
      {
        name: 'form-hook',
        resolveId: (id) => (id === entry ? `\0${entry}` : null),
        load: (id) => (id === `\0${entry}` ? source : null),
      },
    ],
    build: { write: false, rolldownOptions: { input: entry } },
  });
  const [bundle] = [built].flat();
  if (!bundle || !('output' in bundle)) throw new Error('nothing was bundled');
  return bundle.output[0].code;
}

/** Serves the page on the portal's own origin, like a website on the same host. */
async function showFormHook(page: Page, origin: string, code: string): Promise<void> {
  const html =
    '<!doctype html><title>Form</title><div id="root"></div><script type="module" src="/hook.js"></script>';
  await page.route(`${origin}/hook`, (route) => route.fulfill({ contentType: 'text/html', body: html }));
  await page.route(`${origin}/hook.js`, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: code }),
  );
  await page.goto(`${origin}/hook`);
}

test('useForm of @formspree/react works unchanged with the form service', async ({
  page,
  portal,
  problems,
}) => {
  problems.allow(/status of 422/);
  await showFormHook(page, portal.url, await bundleFormHook());
  await page.getByLabel('Email').fill('nobody');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Name should not be empty')).toBeVisible();
  await expect(page.getByText('Email should be an email')).toBeVisible();
  await expect(page.getByText('Message should not be empty')).toBeVisible();
  await page.getByLabel('Name').fill('Asha');
  await page.getByLabel('Email').fill('asha@students.example');
  await page.getByLabel('Message').fill('Hello');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('status')).toHaveText('Thanks for joining!');
});
