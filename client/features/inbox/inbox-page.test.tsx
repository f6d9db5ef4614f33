import { expect, it } from 'vitest';
import { inboxPage } from '#domain/form-inbox.ts';
import { openTestApp, signInAdministrator } from '#tests/helpers/app.ts';
import { contactMessage } from '#tests/helpers/forms.ts';
import { unreachable } from '#tests/pages/network.ts';
import { openPage, screen } from '#tests/pages/page.ts';

const inbox = '/api/admin/form-submissions';

/** The inbox with two messages, and what another window or a sender does meanwhile. */
async function openInbox() {
  const portal = await openTestApp('sqlite');
  const send = (name: string) => portal.visitor().post('/f/contact', contactMessage({ name }));
  await send('First');
  await send('Second');
  const administrator = await signInAdministrator(portal);
  const page = await openPage('/admin/inbox', { portal, as: administrator });
  await screen.findByText('Second');
  const unread = async () => {
    const { submissions } = inboxPage.parse((await administrator.get(`${inbox}?state=unread`)).body);
    return submissions.map(({ from }) => from);
  };
  return { ...page, send, unread };
}

it('“Mark all read” leaves a message unread that arrived after the page was loaded', async () => {
  const { network, press, send, unread } = await openInbox();
  network.fail(`GET ${inbox}`, unreachable);
  await send('Third');
  await press('Mark all read');
  await expect.poll(unread).toEqual(['Third']);
});
