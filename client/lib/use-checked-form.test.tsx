import { createRoot, hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { openPage, screen } from '#tests/pages/page.ts';
import { keepDraft } from './drafts.ts';
import { forgetControls, rememberControls } from './form-controls.ts';
import { useDraftForm } from './use-draft.ts';

function Form() {
  const { field, formProps } = useDraftForm({
    initialValues: { subject: '', message: '' },
    rule: z.object({ subject: z.string(), message: z.string() }),
    submit: async () => {},
    draft: { form: 'letter', owner: null },
  });
  const { error: _subject, ...subject } = field('subject');
  const { error: _message, ...message } = field('message');
  return (
    <form {...formProps}>
      <input aria-label="Subject" {...subject} />
      <input aria-label="Message" {...message} />
    </form>
  );
}

it('keeps what is typed before the form works, and restores the rest of its draft', async () => {
  await openPage('/about');
  keepDraft('letter#left', null, { subject: 'Kept', message: 'Kept' });
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = renderToString(<Form />);
  const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
  screen.getByLabelText<HTMLInputElement>('Message').value = 'Newer';
  const root = hydrateRoot(container, <Form />);
  await expect.poll(() => value('Subject')).toBe('Kept');
  expect(value('Message')).toBe('Newer');
  root.unmount();
});

it('keeps what is typed before the form works, and the focus, if the form is rendered again', async () => {
  await openPage('/about');
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = renderToString(<Form />);
  const control = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
  control('Subject').value = 'A question';
  const before = control('Message');
  before.focus();
  rememberControls(container);
  before.value = 'Typed';
  const root = createRoot(container);
  root.render(<Form />);
  await expect.poll(() => before.isConnected).toBe(false);
  await expect.poll(() => control('Message').value).toBe('Typed');
  expect(document.activeElement).toBe(control('Message'));
  expect(control('Subject').value).toBe('A question');
  forgetControls();
  root.unmount();
});
