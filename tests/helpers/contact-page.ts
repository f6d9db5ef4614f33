import type { Page } from '@playwright/test';
import type { SignedInMember } from '#tests/helpers/signed-in-member.ts';

export const sent =
  'Thank you for your message! We have received your inquiry and will get back to you soon.';

export const project = {
  githubLink: 'https://github.com/asha-rao/events-board',
  projectDescription: 'An events board for the campus.',
};

export type Label = 'Name' | 'Email' | 'GitHub Link (optional)' | 'Message';

export function field(page: Page, label: Label) {
  return page.getByLabel(label, { exact: true });
}

/** The form's button, whose label depends on whether there is a link. */
export function send(page: Page) {
  return page.getByRole('main').getByRole('button', { name: /^(Send Message|Submit Project)$/ });
}

/** A member's messages as the form service received them. */
export function received({ registration, withStore }: SignedInMember): Promise<{ fields: string }[]> {
  return withStore((store) =>
    store.db
      .selectFrom('form_submissions')
      .select('fields')
      .where('replyTo', '=', registration.email)
      .execute(),
  );
}

/** The drafts in the browser's storage. */
export function drafts(page: Page): Promise<string[]> {
  return page.evaluate<string[]>("Object.keys(localStorage).filter((key) => key.startsWith('draft:'))");
}

export async function writeProject(page: Page) {
  await field(page, 'GitHub Link (optional)').fill(project.githubLink);
  await field(page, 'Message').fill(project.projectDescription);
}
