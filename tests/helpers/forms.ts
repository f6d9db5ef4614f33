import type { Form } from '#domain/forms.ts';
import { type Content, contentFolder, loadContent } from '#server/config/content.ts';

/** A form with a field of every type, open to one other origin. */
const surveyForm: Form = {
  id: 'survey',
  title: 'Survey',
  active: true,
  subject: 'A survey',
  mailTo: 'survey@club.example',
  receipt: false,
  allowedOrigins: ['https://club.example.edu'],
  fields: [
    { name: 'nick', label: 'Nickname', type: 'text', required: true },
    { name: 'mail', label: 'Mail', type: 'email', required: false },
    { name: 'year', label: 'Year', type: 'number', required: false },
    { name: 'site', label: 'Site', type: 'url', required: false },
    { name: 'wishes', label: 'Wishes', type: 'multiline', required: false },
  ],
};

/** The content in the repository with two more forms: a survey, and an inactive one. */
export function contentWithForms(): Content {
  const shipped = loadContent(contentFolder);
  const closed: Form = { ...surveyForm, id: 'closed', title: 'Closed', active: false };
  return { ...shipped, forms: { ...shipped.forms, forms: [...shipped.forms.forms, surveyForm, closed] } };
}

/** A valid message for the contact form. */
export function contactMessage(overrides: Record<string, string> = {}): Record<string, string> {
  return {
    name: 'Asha Rao',
    email: 'asha@students.example',
    message: 'Hello\nclub',
    subject: 'New message from the SDC contact form',
    ...overrides,
  };
}

/** Sends a message to a running portal's contact form. */
export async function sendMessage(
  { url }: { url: string },
  overrides: Record<string, string> = {},
): Promise<void> {
  const response = await fetch(`${url}/f/contact`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(contactMessage(overrides)),
  });
  if (!response.ok) throw new Error(`The message was refused: ${response.status}`);
}

/** Fields as form data, as a browser sends it. */
export function asFormData(fields: Record<string, string>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  return data;
}
