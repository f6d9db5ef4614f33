import { useForm, ValidationError } from '@formspree/react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { openPage, screen } from '#tests/pages/page.ts';

/** A form of a website, with the published `useForm` of `@formspree/react`. */
function ContactForm() {
  const [{ succeeded, errors }, submit] = useForm('contact', { endpoint: window.location.origin });
  if (succeeded) return <p role="status">Thanks for joining!</p>;
  return (
    <form onSubmit={submit} noValidate>
      {['Name', 'Email', 'Message'].map((label) => (
        <label key={label}>
          {label} <input name={label.toLowerCase()} />
          <ValidationError prefix={label} field={label.toLowerCase()} errors={errors} />
        </label>
      ))}
      <button type="submit">Submit</button>
    </form>
  );
}

/** Node's `FormData` cannot read a form. */
class BrowserFormData extends FormData {
  constructor(form: HTMLFormElement) {
    super();
    for (const input of form.querySelectorAll('input')) this.append(input.name, input.value);
  }
}

it('works unchanged with the form service', async () => {
  vi.stubGlobal('FormData', BrowserFormData);
  const { user } = await openPage('/about');
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(<ContactForm />);
  const field = (name: string) => screen.findByRole('textbox', { name: new RegExp(`^${name}`) });
  await user.type(await field('Email'), 'nobody');
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await screen.findByText('Name should not be empty');
  screen.getByText('Email should be an email');
  screen.getByText('Message should not be empty');
  await user.type(await field('Name'), 'Asha');
  await user.type(await field('Email'), '@students.example');
  await user.type(await field('Message'), 'Hello');
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  expect((await screen.findByText('Thanks for joining!')).role).toBe('status');
  root.unmount();
});
