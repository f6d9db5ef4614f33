import { within } from '@testing-library/dom';
import { describe, expect, it, vi } from 'vitest';
import { confirmationTexts } from '#domain/mailed-links.ts';
import { missingRecordTexts } from '#domain/profile.ts';
import { saveReview } from '#tests/helpers/admin-api.ts';
import { confirmEmail } from '#tests/helpers/app.ts';
import { storedRecord } from '#tests/helpers/records.ts';
import {
  administrator,
  descriptionOf,
  member,
  openPage,
  screen,
  takePageClock,
  textsOf,
} from '#tests/pages/page.ts';

const saved = 'Development track updated successfully!';
const saveFailed = 'Failed to update development track. Please try again.';
const nothingSelected = 'Please select a development track';

function radio(name: string) {
  return screen.findByRole<HTMLInputElement>('radio', { name });
}

function saveButton() {
  return screen.queryByRole<HTMLButtonElement>('button', {
    name: /^(Save Selection|Update Track|Saving\.\.\.)$/,
  });
}

/** The tracks that the page marks as the current one. */
function currentTracks() {
  const marks = screen.queryAllByText('Your current track');
  return marks.map((mark) => mark.closest('label')?.querySelector('input')?.value);
}

describe('the greeting', () => {
  it('follows the time of the club, every 60 seconds', async () => {
    const clock = takePageClock(new Date('2026-11-20T06:28:00Z'));
    await openPage('/dashboard', { as: member(), env: { TIME_ZONE: 'Asia/Kolkata' } });
    await screen.findByRole('heading', { name: 'Good morning, Asha Rao' });
    await clock.pass(180_000);
    await screen.findByRole('heading', { name: 'Good afternoon, Asha Rao' });
    await clock.pass(5 * 3_600_000);
    await screen.findByRole('heading', { name: 'Good evening, Asha Rao' });
  });

  it('has the name that the administrator corrects', async () => {
    const { portal, browser } = await openPage('/dashboard', { as: member() });
    await screen.findByRole('heading', { name: /^Good \w+, Asha Rao$/ });
    const lead = await administrator(portal);
    const correction = { fullName: 'Asha Rao Iyer', reason: 'Asked by email.' };
    expect((await lead.patch(`/api/admin/members/${browser.uid}`, correction)).status).toBe(200);
    await screen.findByRole('heading', { name: /^Good \w+, Asha Rao Iyer$/ });
  });

  it('uses the part of the email before the at-sign if there is no display name', async () => {
    const { browser } = await openPage('/dashboard', {
      as: async (portal) => {
        const person = await member()(portal);
        await portal.store.db.updateTable('user').set({ name: '' }).where('id', '=', person.uid).execute();
        return person;
      },
    });
    const name = browser.registration.email.split('@')[0];
    await screen.findByRole('heading', { level: 1, name: new RegExp(`^Good \\w+, ${name}$`) });
  });
});

it('shows the track of the submission, in the receipt and the picture, whatever is chosen since', async () => {
  const submission = { githubLink: 'https://github.com/asha/board', projectDescription: 'A board.' };
  const { browser, reload } = await openPage('/dashboard', {
    as: member({ track: 'game', taskDone: true, submission, record: { submissionReviewed: true } }),
  });
  await browser.put('/api/me/track', { developmentTrack: 'web' });
  await reload();
  const card = await screen.findByRole('region', { name: 'Next Steps' });
  expect(textsOf(within(card).getAllByRole('definition'))).toContain('Game Development');
  const picture = [...card.querySelectorAll('[aria-hidden][data-track]')];
  expect(picture.map((part) => part.getAttribute('data-track'))).toEqual(['game']);
});

it('celebrates the fourth step only when it is completed while the page is open', async () => {
  const submission = { githubLink: 'https://github.com/asha/board', projectDescription: 'A board.' };
  const { portal, browser, reload } = await openPage('/dashboard', {
    as: member({ track: 'game', taskDone: true, submission }),
  });
  await screen.findByText('3 of 4 steps completed');
  await saveReview(await administrator(portal), browser.uid, { submissionReviewed: true });
  await screen.findByText('4 of 4 steps completed');
  expect(document.querySelector('[data-new]')).not.toBeNull();
  await reload();
  await screen.findByText('4 of 4 steps completed');
  expect(document.querySelector('[data-new]')).toBeNull();
});

it('keeps feedback readable once an improved version is submitted', async () => {
  const submission = { githubLink: 'https://github.com/asha/board', projectDescription: 'A board.' };
  const { portal, browser } = await openPage('/dashboard', {
    as: member({ track: 'game', taskDone: true, submission }),
  });
  const former = 'Feedback on your previous submission';
  await screen.findByText('3 of 4 steps completed');
  const admin = await administrator(portal);
  await saveReview(admin, browser.uid, { draft: 'Please add tests.', send: true });
  await screen.findByText('Please add tests.');
  expect(screen.queryByText(former)).toBeNull();
  await browser.put('/api/me/submission', { ...submission, projectDescription: 'With tests.' });
  expect((await screen.findByRole('region', { name: former })).textContent).toContain('Please add tests.');
  await saveReview(admin, browser.uid, { draft: 'Well done.', send: true });
  await screen.findByText('Well done.');
  expect(screen.queryByText(former)).toBeNull();
});

it('asks to confirm the address until it is confirmed, and says why a link cannot be sent', async () => {
  const env = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'portal@sdc.example' };
  const { portal, browser, network, press, user } = await openPage('/dashboard', { as: member(), env });
  await screen.findByText(/^Confirm your email address: open/);
  const repair = network.fail('POST /api/me/confirmation-mail');
  await press('Send the link again');
  await screen.findByText(/^The portal couldn’t be reached/);
  repair();
  const mails = portal.store.db.selectFrom('mail_outbox').select('id');
  const before = (await mails.execute()).length;
  await user.dblClick(screen.getByRole('button', { name: 'Send the link again' }));
  await screen.findByText(confirmationTexts.sent);
  expect(await mails.execute()).toHaveLength(before + 1);
  await confirmEmail(portal, browser.uid);
  await press('Send the link again');
  await expect.poll(() => screen.queryByText(/^Confirm your email address: open/)).toBeNull();
});

describe('without the record', () => {
  it('logs a failure without an alert', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    await openPage('/dashboard', {
      as: member({ track: 'web' }),
      bare: true,
      prepare({ fail, hold }) {
        hold('GET /api/me/events');
        fail('GET /api/me');
      },
    });
    await screen.findAllByText('Not available');
    expect(warn).toHaveBeenCalledWith('Loading user data on the dashboard failed', expect.anything());
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('works for an account without a record', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { user } = await openPage('/dashboard', {
      as: async (portal) => {
        const person = await member({ track: 'web' })(portal);
        await portal.store.db.deleteFrom('members').where('uid', '=', person.uid).execute();
        return person;
      },
    });
    await screen.findAllByText('Not available');
    expect(screen.queryByRole('alert')).toBeNull();
    await user.click(await radio('Web Development'));
    await expect.poll(() => saveButton()?.disabled).toBe(false);
    await user.click(saveButton() as HTMLElement);
    expect((await screen.findByRole('alert')).textContent).toBe(saveFailed);
    expect((await radio('Web Development')).checked).toBe(true);
    screen.getByText(missingRecordTexts.member.help);
  });
});

describe('the track picker', () => {
  it('saves a first track, and offers the next step', async () => {
    const { portal, browser, user, press, address } = await openPage('/dashboard', { as: member() });
    await user.click(await screen.findByText('Web Development'));
    expect((await radio('Web Development')).checked).toBe(true);
    expect(screen.queryByText(nothingSelected)).toBeNull();
    expect(screen.queryByRole('link', { name: 'My Task' })).toBeNull();
    await press('Save Selection');
    await screen.findByText(saved);
    await expect.poll(saveButton).toMatchObject({ textContent: 'Update Track', disabled: true });
    expect(currentTracks()).toEqual(['web']);
    const chosen = await radio('Web Development');
    await expect.poll(() => document.activeElement).toBe(chosen);
    expect(await storedRecord(portal.store, browser.uid)).toMatchObject({ developmentTrack: 'web' });

    await screen.findByRole('link', { name: 'My Task' });
    const picker = within(screen.getByRole('region', { name: 'Development Track' }));
    await user.click(picker.getByRole('link', { name: 'View Task' }));
    await expect.poll(address).toBe('/user-tasks');
  });

  it('is enabled only for a track that is not the current one', async () => {
    const page = await openPage('/dashboard', { as: member({ track: 'ml' }) });
    await expect.poll(currentTracks).toEqual(['ml']);
    expect(descriptionOf(await radio('Machine Learning'))).toMatch(/Your current track$/);
    expect(saveButton()).toMatchObject({ textContent: 'Update Track', disabled: true });
    await page.user.click(await radio('Game Development'));
    expect(saveButton()?.disabled).toBe(false);
    expect(currentTracks()).toEqual(['ml']);
    await page.user.click(await radio('Machine Learning'));
    expect(saveButton()?.disabled).toBe(true);
    await page.user.click(await radio('Android Development'));
    await page.press('Update Track');
    await expect.poll(currentTracks).toEqual(['android']);
    expect(saveButton()?.disabled).toBe(true);
    await page.reload();
    await expect.poll(currentTracks).toEqual(['android']);
    expect((await radio('Android Development')).checked).toBe(true);
  });

  it('keeps the choice and the focus of somebody who was faster than the record', async () => {
    const { network, user } = await openPage('/dashboard', {
      as: member(),
      bare: true,
      prepare: ({ hold }) => void hold('GET /api/me'),
    });
    await user.click(await radio('Machine Learning'));
    expect(document.activeElement).toBe(await radio('Machine Learning'));
    network.release('GET /api/me');
    await expect.poll(() => saveButton()?.disabled).toBe(false);
    expect(document.activeElement).toBe(await radio('Machine Learning'));
    expect((await radio('Machine Learning')).checked).toBe(true);
  });

  it('explains Enter without a choice', async () => {
    const { user } = await openPage('/dashboard', { as: member() });
    (await radio('Android Development')).focus();
    await user.keyboard('{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe(nothingSelected);
    await user.click(await radio('Web Development'));
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
