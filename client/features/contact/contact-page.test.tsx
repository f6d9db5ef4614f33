import { describe, expect, it } from 'vitest';
import { keepDraft } from '#client/lib/drafts.ts';
import { contentFolder, loadContent } from '#server/config/content.ts';
import { changesOf, storedRecord } from '#tests/helpers/records.ts';
import { type Network, unavailable } from '#tests/pages/network.ts';
import {
  administrator,
  descriptionOf,
  member,
  openPage,
  type Page,
  screen,
  textsOf,
} from '#tests/pages/page.ts';

const failed = 'Please check the form and try again.';
const sent = 'Thank you for your message! We have received your inquiry and will get back to you soon.';
const project = {
  githubLink: 'https://github.com/asha-rao/events-board',
  projectDescription: 'An events board for the campus.',
};
const link = 'GitHub Link (optional)';
const written = { [link]: project.githubLink, Message: project.projectDescription };
const subject = 'New message from the SDC contact form';
const form = 'POST /f/contact';
const record = 'PUT /api/me/submission';
const done = { track: 'web', taskDone: true } as const;
const submitted = { ...done, submission: project };

function field(label: string): HTMLInputElement {
  return screen.getByLabelText(label);
}

const described = (label: string) => descriptionOf(field(label));

function labels(): (string | null)[] {
  return textsOf([...document.querySelectorAll('main label[for]')]);
}

function drafts(): string[] {
  return Object.keys(window.localStorage).filter((key) => key.startsWith('draft:'));
}

async function received({ portal }: Page): Promise<unknown[]> {
  const rows = await portal.store.db.selectFrom('form_submissions').select('fields').execute();
  return rows.map(({ fields }) => JSON.parse(fields));
}

/** Waits until the form is there with this message. */
async function expectMessage(value: string): Promise<void> {
  await expect.poll(() => screen.queryByLabelText('Message')).toHaveProperty('value', value);
}

async function outcome(text: string): Promise<Element> {
  const status = (await screen.findByText(text)).closest('[role="status"]');
  if (!status) throw new Error('The outcome is not announced.');
  await expect.poll(() => document.activeElement).toBe(status);
  return status;
}

describe('the form', () => {
  it('puts the link first for a project and last for a question, and changes only that', async () => {
    const { fill, user } = await openPage('/contact', { as: member({ track: 'web' }) });
    await screen.findByRole('region', { name: 'Your project' });
    expect(labels()).toEqual([link, 'Message', 'Name', 'Email']);
    expect(described(link)).toBe('The repository of your project. Without a link, no project is submitted.');
    await fill(written);
    await user.click(screen.getByRole('radio', { name: 'Question' }));
    screen.getByRole('region', { name: 'Your question' });
    expect(labels()).toEqual(['Message', link, 'Name', 'Email']);
    expect(described(link)).toBe('Leave it blank if you’re just asking a question.');
    expect([field(link).value, field('Message').value]).toEqual(Object.values(written));
  });

  it('has the labels that the inbox shows', async () => {
    const content = loadContent(contentFolder);
    for (const field of content.forms.forms.find(({ id }) => id === 'contact')?.fields ?? [])
      field.label = `The club’s ${field.label}`;
    await openPage('/contact', { as: member(), content });
    await screen.findByRole('region', { name: 'Your question' });
    expect(labels()).toEqual([
      'The club’s Message',
      'The club’s GitHub Link (optional)',
      'The club’s Name',
      'The club’s Email',
    ]);
  });

  it('begins with a question before a track is chosen, and for the administrator', async () => {
    for (const as of [member(), administrator]) {
      await openPage('/contact', { as });
      expect(await screen.findByRole('radio', { name: 'Question' })).toHaveProperty('checked', true);
    }
    expect(screen.queryByRole('region', { name: 'Current submission' })).toBeNull();
  });

  it('says nothing of a missing record before that is known', async () => {
    const prepare = ({ hold }: Network) => void hold('GET /api/me');
    const { fill } = await openPage('/contact', { as: member(), bare: true, prepare });
    await fill(written);
    await screen.findByText('You’re submitting a project');
    expect(screen.queryByText(/couldn’t find your member details/)).toBeNull();
  });

  it('requires name, email, message and a valid link, and shows the first failure only', async () => {
    const page = await openPage('/contact', { as: member() });
    const { fill, press, network } = page;
    await fill({ Name: '  ', Email: '', [link]: 'my project' });
    const failures = [
      ['Name', 'Name is required', 'Asha'],
      ['Email', 'Email is required', 'asha@students.example'],
      [
        link,
        'GitHub link must be a full address, such as https://github.com/you/your-project',
        project.githubLink,
      ],
      ['Message', 'Message is required', 'It works.'],
    ] as const;
    for (const [label, message, correction] of failures) {
      await press(/^(Send Message|Submit Project)$/);
      await expect.poll(() => described(label)).toMatch(new RegExp(`^${message}`));
      expect(document.activeElement).toBe(field(label));
      expect(screen.getByRole('alert').textContent).toBe(failed);
      expect(document.querySelectorAll('main [aria-invalid="true"]')).toHaveLength(1);
      await fill({ [label]: correction });
    }
    expect(network.requests).not.toContain(form);
  });

  it('shows the form service’s errors beside their fields, and others above the button', async () => {
    const page = await openPage('/contact', { as: member(done) });
    const { fill, press, network } = page;
    const errors = [
      { code: 'TYPE_TEXT', field: 'message', message: 'should be shorter' },
      { code: 'TYPE_EMAIL', field: 'email', message: 'should be an email' },
      { code: 'REQUIRED_FIELD_EMPTY', field: 'name', message: 'should not be empty' },
      { code: 'TYPE_TEXT', field: 'subject', message: 'should be known' },
    ];
    network.fail(form, () => Response.json({ errors }, { status: 422 }));
    await fill(written);
    await press('Submit Project');
    expect((await screen.findByRole('alert')).textContent).toBe(`${failed}subject should be known`);
    expect(described('Name')).toBe('Name should not be empty');
    expect(described('Email')).toBe('Email should be an email');
    expect(described('Message')).toMatch(/^Message should be shorter/);
    network.release(form);
    const error = 'Too many attempts. Please try again in 5 minutes.';
    network.fail(form, () => Response.json({ error }, { status: 429 }));
    await press('Submit Project');
    await expect.poll(() => screen.queryByRole('alert')?.textContent).toBe(`${failed}${error}`);
    expect(field('Name').getAttribute('aria-invalid')).toBeNull();
    expect(field('Message').value).toBe(project.projectDescription);
    expect(network.requests).not.toContain(record);
    expect(await received(page)).toEqual([]);
  });

  it('completes a link without a scheme when the field is left, and when the form is sent', async () => {
    const { portal, browser, fill, user } = await openPage('/contact', { as: member(done) });
    await fill({ [link]: 'github.com/asha-rao/events-board' });
    await user.tab();
    expect(field(link).value).toBe(project.githubLink);
    await fill({ Message: 'It works.', [link]: 'www.github.com/asha-rao/events-board' });
    await user.keyboard('{Enter}');
    await screen.findByText(sent);
    expect((await storedRecord(portal.store, browser.uid))?.githubLink).toBe(
      'https://www.github.com/asha-rao/events-board',
    );
  });
});

it('a question is sent without changing the record, and another can follow', async () => {
  const page = await openPage('/contact', { as: member() });
  const { portal, browser, fill, press, user } = page;
  await fill({ Name: 'Asha', Message: 'When is the next workshop?' });
  await press('Send Message');
  const text = (await outcome(sent)).textContent;
  expect(text).toContain('Message sent');
  // It was not meant to be a project.
  expect(text).not.toContain('no project was submitted');
  expect(await received(page)).toHaveLength(1);
  expect(await changesOf(portal.store, browser.uid)).toHaveLength(1);
  await user.click(screen.getByRole('link', { name: 'Send Another Message' }));
  await expectMessage('');
  expect(field('Name').value).toBe(browser.registration.fullName);
  expect(drafts()).toEqual([]);
});

describe('a project', () => {
  it('is announced before and confirmed after, and sent and saved once for a double click', async () => {
    const page = await openPage('/contact', { as: member(done) });
    const { portal, browser, fill, network, user, address } = page;
    await screen.findByRole('button', { name: 'Send Message' });
    expect(screen.queryByText('You’re submitting a project')).toBeNull();
    await fill(written);
    await screen.findByText('You’re submitting a project');
    screen.getByText(/^We’ll save the link with your message/);
    expect(document.querySelector('input[type=hidden][name=subject]')).toHaveProperty('value', subject);
    const held = network.hold(form);
    await user.dblClick(screen.getByRole('button', { name: 'Submit Project' }));
    expect((await screen.findByRole('button', { name: 'Sending...' })).getAttribute('aria-disabled')).toBe(
      'true',
    );
    held.release();
    const text = (await outcome(sent)).textContent;
    expect(text).toContain('Project submitted');
    expect(text).toContain('projectasha-rao/events-boardnextsomeone reviews it');
    expect(screen.getByRole('region', { name: 'Current submission' }).textContent).toMatch(
      /Under review.*asha-rao\/events-board/,
    );
    expect(network.requests.filter((request) => [form, record].includes(request))).toEqual([form, record]);
    expect(await received(page)).toEqual([
      {
        name: browser.registration.fullName,
        email: browser.registration.email,
        githubLink: project.githubLink,
        message: project.projectDescription,
        subject,
      },
    ]);
    expect(await storedRecord(portal.store, browser.uid)).toMatchObject(project);
    expect(drafts()).toEqual([]);
    await user.click(screen.getByRole('link', { name: 'View Timeline' }));
    await expect.poll(address).toBe('/timeline');
  });

  it.each([
    ['a missing track', {}, /You haven’t chosen a track/, '/dashboard#track'],
    ['a task that is not done', { track: 'web' }, /Your task isn’t marked as done/, '/timeline'],
  ] as const)('is explained with %s', async (_, progress, text, target) => {
    const { fill } = await openPage('/contact', { as: member(progress) });
    await fill({ [link]: project.githubLink });
    const note = (await screen.findByText(text)).closest('[aria-live]');
    expect([...(note?.querySelectorAll('a') ?? [])].map((a) => a.getAttribute('href'))).toEqual([target]);
    await fill({ [link]: '  ' });
    expect(screen.queryByText(text)).toBeNull();
    screen.getByRole('button', { name: 'Send Message' });
  });

  it('without a link is a message, which the page says, and the next message begins as a question', async () => {
    const { fill, press, user } = await openPage('/contact', { as: member(done) });
    await fill({ Message: written.Message });
    await press('Send Message');
    expect((await outcome(sent)).textContent).toContain(
      'It had no GitHub link, so no project was submitted.',
    );
    await user.click(screen.getByRole('link', { name: 'Send Another Message' }));
    await screen.findByRole('region', { name: 'Your question' });
  });

  it('of the administrator is sent and not saved, which the page says', async () => {
    const page = await openPage('/contact', { as: administrator });
    await page.fill(written);
    await screen.findByText(/^Only members have a record/);
    await page.press('Send Message');
    expect((await outcome(sent)).textContent).not.toMatch(/saved|no project was submitted/);
    expect(page.network.requests).not.toContain(record);
    expect(await received(page)).toHaveLength(1);
  });
});

describe('a project whose message was sent but which was not saved', () => {
  it('is saved later, after a reload too, without sending the message again', async () => {
    const page = await openPage('/contact', { as: member(submitted) });
    page.network.fail(record);
    await page.fill({ ...written, Message: 'Now with tests.' });
    await page.press('Submit Project');
    await outcome('Your message was sent, but your project isn’t saved yet');
    expect(screen.getByRole('alert').textContent).toContain('The portal couldn’t be reached.');
    expect(drafts()).toEqual([`draft:${page.browser.uid}:submission`]);

    const again = await page.reload((network) => void network.fail(record));
    await again.press('Save My Project');
    expect((await screen.findByRole('alert')).textContent).toContain('The portal couldn’t be reached.');
    expect(screen.queryByRole('link', { name: 'Edit submission' })).toBeNull();
    again.network.goOffline();
    again.network.release(record);
    again.network.goOnline();
    await expect.poll(() => screen.queryByRole('alert')).toBeNull();
    await again.press('Save My Project');
    await outcome(sent);
    expect(await received(page)).toHaveLength(1);
    expect(await storedRecord(page.portal.store, page.browser.uid)).toMatchObject({
      projectDescription: 'Now with tests.',
    });
    expect(drafts()).toEqual([]);
  });

  it('can be discarded, but not while it is saved', async () => {
    const page = await openPage('/contact', { as: member() });
    page.network.fail(record, unavailable);
    await page.fill(written);
    await page.press('Submit Project');
    expect((await screen.findByRole('alert')).textContent).toContain(
      'The portal is not available right now.',
    );
    const held = page.network.hold(record);
    await page.press('Save My Project');
    await held.sent;
    await page.press('Discard');
    screen.getByRole('button', { name: 'Saving...' });
    held.release();
    await screen.findByRole('alert');
    await page.press('Discard');
    await expectMessage('');
    await page.reload();
    await expectMessage('');
    expect(drafts()).toEqual([]);
  });

  it('waits for the next sign-in when the session has ended', async () => {
    const page = await openPage('/contact', { as: member() });
    page.network.hold('GET /api/me/events');
    await page.fill(written);
    page.browser.cookies.clear();
    await page.press('Submit Project');
    await expect.poll(page.address).toBe('/login?from=%2Fcontact');
    const { email, password } = page.browser.registration;
    await page.fill({ Email: email, Password: password });
    await page.press('Sign In');
    await page.press('Save My Project');
    await screen.findByText(sent);
    expect(await received(page)).toHaveLength(1);
  });
});

describe('a submission', () => {
  const answered = { feedback: 'Please add tests.', feedbackAt: '2026-10-30T09:00:00.000Z' };

  it('is edited in the form, filled in, with the feedback above it', async () => {
    const { portal, browser, user, fill, press } = await openPage('/timeline', {
      as: member({ ...submitted, record: answered }),
    });
    await user.click(await screen.findByRole('link', { name: 'Submit again' }));
    await expect.poll(() => screen.queryByLabelText(link)).toHaveProperty('value', project.githubLink);
    const feedback = screen.getByText('Please add tests.');
    expect(document.activeElement?.contains(field(link))).toBe(true);
    expect(field('Message').value).toBe(project.projectDescription);
    expect(feedback.compareDocumentPosition(field(link)) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    expect(described(link)).toBe('Replaces asha-rao/events-board, and the review starts over.');
    await fill({ Message: 'Now with tests.' });
    await press('Submit Project');
    await outcome(sent);
    expect(await storedRecord(portal.store, browser.uid)).toMatchObject({
      githubLink: project.githubLink,
      projectDescription: 'Now with tests.',
      feedback: null,
    });
    await user.click(await screen.findByRole('link', { name: 'Edit submission' }));
    await expectMessage('Now with tests.');
  });

  it('has its feedback above the empty form, unless that is for a question', async () => {
    const { user } = await openPage('/contact', { as: member({ ...submitted, record: answered }) });
    await screen.findByText('Please add tests.');
    await user.click(screen.getByRole('radio', { name: 'Question' }));
    expect(screen.queryByText('Please add tests.')).toBeNull();
  });

  it('is beside the empty form, and does not mix with what is typed there', async () => {
    const { fill, user } = await openPage('/contact', { as: member(submitted) });
    await fill({ Message: 'A question' });
    await user.click(screen.getByRole('link', { name: 'Edit submission' }));
    await expectMessage(project.projectDescription);
    expect(screen.queryByText('We’ve kept what you typed.')).toBeNull();
    await fill({ Message: 'Half an improvement' });
    await user.click(screen.getByRole('link', { name: 'Submit' }));
    await expectMessage('A question');
  });

  it('cannot be edited while another one is saved, of whose message no draft is left', async () => {
    const { browser, network, fill, press } = await openPage('/contact', { as: member(submitted) });
    const held = network.hold(record);
    await fill(written);
    await press('Submit Project');
    await held.sent;
    expect(screen.queryByRole('link', { name: 'Edit submission' })).toBeNull();
    expect(drafts()).toEqual([`draft:${browser.uid}:submission`]);
    held.release();
    await screen.findByRole('link', { name: 'Edit submission' });
  });

  it('of which nothing is known yet leaves the form empty', async () => {
    const { network } = await openPage('/contact?edit', {
      as: member(submitted),
      bare: true,
      prepare: ({ hold }) => void hold('GET /api/me'),
    });
    expect((await screen.findByLabelText(link)) as HTMLInputElement).toHaveProperty('value', '');
    network.release('GET /api/me');
    await expect.poll(() => field(link).value).toBe(project.githubLink);
  });
});

it('a message whose answer was lost is stored once when it is sent again', async () => {
  const page = await openPage('/contact', { as: member() });
  await page.fill({ Message: 'When is the meeting?' });
  const { fetch } = globalThis;
  let isLost = false;
  globalThis.fetch = async (...request) => {
    const answer = await fetch(...request);
    if (isLost || !String(request[0]).includes('/f/contact')) return answer;
    isLost = true;
    throw new TypeError('Failed to fetch');
  };
  await page.press('Send Message');
  await screen.findByRole('alert');
  expect(await received(page)).toHaveLength(1);
  await page.press('Send Message');
  await outcome(sent);
  expect(await received(page)).toHaveLength(1);
});

describe('input', () => {
  it('survives a reload and leaving the page, until it is sent', async () => {
    const page = await openPage('/contact', { as: member() });
    await page.fill({ Name: 'Asha', ...written });
    const again = await page.reload();
    await expectMessage(written.Message);
    expect(field('Name').value).toBe('Asha');
    screen.getByText('We’ve kept what you typed.');
    await again.user.click(screen.getByRole('link', { name: 'Back to Dashboard' }));
    await again.user.click(await screen.findByRole('link', { name: 'Submit Project / Contact' }));
    await expectMessage(written.Message);
    again.network.fail(form);
    await again.press('Submit Project');
    expect((await screen.findByRole('alert')).textContent).toContain(
      `${failed}The portal couldn’t be reached.`,
    );
    const afterwards = await again.reload();
    await expectMessage(written.Message);
    await afterwards.press('Submit Project');
    await outcome(sent);
    await afterwards.reload();
    await expectMessage('');
  });

  it('of another tab is offered, and what is there is kept for it', async () => {
    const page = await openPage('/contact', { as: member() });
    keepDraft('contact#another', page.browser.uid, { message: 'An evening of work' });
    await page.fill({ Message: 'When is the meeting?' });
    expect(drafts()).toHaveLength(2);
    const again = await page.reload();
    await expectMessage('When is the meeting?');
    await again.press('Show it');
    await expectMessage('An evening of work');
    await again.press('Show it');
    await expectMessage('When is the meeting?');
    await again.press('Send Message');
    await outcome(sent);
    const afterwards = await again.reload();
    await afterwards.press('Show it');
    await expectMessage('An evening of work');
  });

  it('is forgotten when the fields are restored, or it is discarded', async () => {
    const page = await openPage('/contact', { as: member() });
    await page.fill({ Message: 'A word' });
    expect(drafts()).toHaveLength(1);
    await page.fill({ Message: '' });
    expect(drafts()).toEqual([]);
    await page.fill({ Message: 'A word' });
    const again = await page.reload();
    await again.press('Discard it');
    expect(document.activeElement?.closest('form')).toBe(field('Message').form);
    expect(field('Message').value).toBe('');
    expect(drafts()).toEqual([]);
  });

  it('is ignored if its draft is malformed', async () => {
    let page = await openPage('/contact', { as: member() });
    const fields = JSON.stringify({ at: Date.now(), isLeft: true, fields: { message: 7 } });
    for (const nonsense of ['{', 'null', fields]) {
      window.localStorage.setItem(`draft:${page.browser.uid}:contact#left`, nonsense);
      page = await page.reload();
      await expectMessage('');
      expect(field('Name').value).toBe('Asha Rao');
    }
  });
});
