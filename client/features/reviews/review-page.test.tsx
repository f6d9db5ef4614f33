import { createEvent, fireEvent, within } from '@testing-library/dom';
import { describe, expect, it, vi } from 'vitest';
import type { ReviewSet, SubmissionReview } from '#domain/review.ts';
import { answerOf, saveReview } from '#tests/helpers/admin-api.ts';
import { openTestApp } from '#tests/helpers/app.ts';
import { addRecords, newRecord, submittedRecord } from '#tests/helpers/made-records.ts';
import { write } from '#tests/helpers/records.ts';
import { saveSettings } from '#tests/helpers/settings.ts';
import { type Network, refusal } from '#tests/pages/network.ts';
import {
  administrator,
  administratorOf,
  member,
  openPage,
  screen,
  takePageClock,
  textsOf,
} from '#tests/pages/page.ts';

const uids = ['a', 'b', 'c'];
/** Milliseconds in which nothing reviews a submission that has just appeared. */
const settleTime = 500;
let clock: ReturnType<typeof takePageClock>;

/** The desk with three submissions, of which the first is open. */
async function openDesk(prepare?: (network: Network) => void) {
  clock = takePageClock();
  const members = uids.map((uid, index) =>
    submittedRecord({
      uid,
      fullName: `Member ${uid}`,
      githubLink: `https://github.com/club/${uid}`,
      submittedAt: new Date(Date.UTC(2026, 8, 1, 9, index)).toISOString(),
    }),
  );
  const page = await openPage('/admin/review', { as: administratorOf(...members), prepare });
  await settled('a');
  const { portal, browser, network, user } = page;

  const read = (uid: string) => answerOf<SubmissionReview>(browser, `/api/admin/reviews/${uid}`);
  /** Writes as another window does. */
  async function elsewhere(uid: string, wanted: ReviewSet) {
    expect((await saveReview(browser, uid, wanted)).status).toBe(200);
  }
  function submitAgain(uid: string) {
    const project = { githubLink: 'https://github.com/club/new', submittedAt: new Date().toISOString() };
    return write(portal.store, uid, project, 'submission-sent');
  }
  async function reviewed() {
    const members = (await Promise.all(uids.map(read))).map(({ member }) => member);
    return members.filter(({ submissionReviewed }) => submissionReviewed).map(({ uid }) => uid);
  }
  const patches = () => network.count('PATCH /*');
  const key = (keys: string) => user.keyboard(keys);
  /** Presses keys that lead to the submission of this member. */
  async function go(keys: string, uid: string) {
    await key(keys);
    await settled(uid);
  }
  return { ...page, read, elsewhere, submitAgain, reviewed, patches, key, go };
}

/** Waits until the submission of this member is open and takes commands. */
async function settled(uid: string): Promise<void> {
  const article = await screen.findByRole('article', { name: `Member ${uid}` });
  await clock.pass(settleTime);
  await expect.poll(() => article.isConnected && article.getAttribute('aria-busy')).toBe('false');
}

const feedback = () => screen.findByLabelText<HTMLTextAreaElement>('Feedback to the member');
const note = () => screen.findByLabelText<HTMLTextAreaElement>('Private note');
const checkbox = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });

it('keys with a modifier, behind a dialog, held down or pressed before the next submission has settled review nothing', async () => {
  const { key, go, user, press, patches, reviewed } = await openDesk();
  const hold = () =>
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'e', repeat: true, bubbles: true }));
  await key('{Control>}er{/Control}{Alt>}er{/Alt}{Shift>}ER{/Shift}{Meta>}er{/Meta}');
  await key('?');
  await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  await key('erj');
  await press('Close');
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  await go('j', 'b');
  await go('k', 'a');
  expect(patches()).toBe(0);
  await key('e');
  await screen.findByRole('article', { name: 'Member b' });
  const since = Date.now();
  await key('ergz1');
  for (const button of screen.getAllByRole('button', { name: /^Reviewed and next/ }))
    await user.click(button);
  await user.click(checkbox('Reviewed'));
  await settled('b');
  expect(Date.now() - since).toBeLessThan(10 * settleTime);
  hold();
  await go('j', 'c');
  hold();
  await go('k', 'b');
  expect([patches(), await reviewed(), checkbox('Graded').checked]).toEqual([1, ['a'], false]);
  await go('e', 'c');
  await expect.poll(reviewed).toEqual(['a', 'b']);
});

it('keys move between submissions, mark, and lead to the note, which a reload keeps', async () => {
  const { key, go, read, reload } = await openDesk();
  window.scrollTo({ top: 300 });
  await go('j', 'b');
  expect(window.scrollY).toBe(0);
  await go('{ArrowRight}', 'c');
  screen.getByText('Submission 3 of 3');
  expect(screen.queryByText(/while this was open/)).toBeNull();
  await go('{ArrowLeft}', 'b');
  await key('g');
  await expect.poll(() => checkbox('Graded').checked).toBe(true);
  await key('n');
  expect(document.activeElement).toBe(await note());
  await go('Ask about the tests.{Escape}k', 'a');
  await expect.poll(async () => (await read('b')).note).toBe('Ask about the tests.');
  expect((await read('b')).member).toMatchObject({ graded: true, submissionReviewed: false });
  const again = await reload();
  await settled('a');
  await again.user.keyboard('j');
  await settled('b');
  expect((await note()).value).toBe('Ask about the tests.');
});

it('opens the project beside the desk, and as every link does with a key held', async () => {
  await openDesk();
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  const link = within(screen.getByRole('article')).getByRole('link', { name: /club\/a/ });
  for (const modifier of ['ctrlKey', 'metaKey', 'shiftKey', null] as const) {
    const click = createEvent.click(link, modifier ? { [modifier]: true } : {});
    fireEvent(link, click);
    expect(click.defaultPrevented, String(modifier)).toBe(modifier === null);
  }
  expect(opened).toHaveBeenCalledWith(
    'https://github.com/club/a',
    'repository',
    expect.stringContaining('noopener'),
  );
});

it('feedback that another window is writing is shown, and not sent by a review of this one', async () => {
  const { go, elsewhere, read, user } = await openDesk();
  await elsewhere('a', { draft: 'This is plagiari' });
  await screen.findByText('Just written in another window, and not sent');
  expect((await feedback()).value).toBe('This is plagiari');
  screen.getByRole('button', { name: 'Send feedback' });
  await go('e', 'b');
  expect(await read('a')).toMatchObject({
    member: { submissionReviewed: true, feedback: null },
    draft: 'This is plagiari',
  });
  await go('k', 'a');
  await screen.findByText('Draft');
  expect((await feedback()).value).toBe('This is plagiari');
  await user.click(screen.getByRole('button', { name: 'Send feedback' }));
  await expect.poll(async () => (await read('a')).member.feedback).toBe('This is plagiari');
  await user.clear(await feedback());
  await user.click(await screen.findByRole('button', { name: 'Withdraw it' }));
  await expect.poll(async () => (await read('a')).member.feedback).toBeNull();
  await expect.poll(() => screen.queryByRole('button', { name: 'Withdraw it' })).toBeNull();
});

it('sends nothing over what another window has written until one of both is chosen', async () => {
  const { key, elsewhere, read, user } = await openDesk();
  await user.type(await feedback(), 'Mine');
  await elsewhere('a', { draft: 'Theirs' });
  await screen.findByText('This text was changed on another page. It now reads:');
  await screen.findByText('Theirs');
  await key('{Control>}{Enter}{/Control}');
  await screen.findByText(/Choose which text to keep first/);
  await user.click(screen.getByRole('button', { name: 'Send feedback' }));
  expect(await read('a')).toMatchObject({ member: { feedback: null }, draft: 'Theirs' });
  await user.click(screen.getByRole('button', { name: 'Keep mine' }));
  await expect.poll(async () => (await read('a')).draft).toBe('Mine');
  expect((await read('a')).member.feedback).toBeNull();
});

it('saves a text that was just typed when the desk moves on, and has it again in this window', async () => {
  const { go, network, read, user, reload } = await openDesk();
  const held = network.hold('PATCH /api/admin/reviews');
  await user.type(await feedback(), 'Not');
  await held.sent;
  // While a text is on its way, no other is sent because time has passed.
  await user.type(await feedback(), ' finis');
  await go('{Escape}j', 'b');
  held.release();
  await expect.poll(async () => (await read('a')).draft).toBe('Not finis');
  await go('k', 'a');
  expect((await feedback()).value).toBe('Not finis');
  const again = await reload();
  await settled('a');
  expect((await feedback()).value).toBe('Not finis');
  // A note that still has the focus is saved too, and what is saved is not offered again.
  await again.user.type(await note(), 'Ask about the tests.');
  await again.user.keyboard('{Control>}{Enter}{/Control}');
  await settled('b');
  await expect.poll(async () => (await read('a')).note).toBe('Ask about the tests.');
  await expect.poll(() => JSON.stringify({ ...localStorage })).not.toContain('Ask about the tests.');
});

it('reviews no project whose link was corrected meanwhile', async () => {
  const { browser, key, network, read } = await openDesk();
  network.dropStreams();
  network.hold('GET /api/admin/events');
  const correction = { githubLink: 'https://github.com/club/right', reason: 'A typing error' };
  expect((await browser.patch('/api/admin/members/a', correction)).status).toBe(200);
  await key('r');
  await screen.findByText(/^Member a: not saved\. The link of this submission was corrected/);
  await screen.findAllByText('club/right');
  expect((await read('a')).member.submissionReviewed).toBe(false);
  await settled('a');
  await key('r');
  await expect.poll(async () => (await read('a')).member.submissionReviewed).toBe(true);
});

it('shows a resubmission, keeps what was typed for the former submission and reviews neither', async () => {
  const { key, submitAgain, network, read, user } = await openDesk();
  network.dropStreams();
  network.hold('GET /api/admin/events');
  await user.type(await feedback(), 'Add tests');
  await submitAgain('a');
  await key('{Control>}{Enter}{/Control}');
  await screen.findByText(/Member a: not saved\. This member has submitted again/);
  await user.click(screen.getByRole('button', { name: 'Look at it' }));
  await settled('a');
  await screen.findAllByText('club/new');
  await screen.findByText('Add tests');
  expect((await read('a')).member).toMatchObject({ submissionReviewed: false, feedback: null });
});

it('empties the fields when the member submits again, and offers what was being typed', async () => {
  const { submitAgain, read, user } = await openDesk();
  await user.type(await feedback(), 'Add tests');
  await user.type(await note(), 'Ask about them');
  await submitAgain('a');
  await screen.findAllByText('club/new');
  await expect.poll(async () => (await feedback()).value).toBe('');
  expect((await note()).value).toBe('');
  for (const text of ['Add tests', 'Ask about them']) expect(screen.getAllByText(text)).toHaveLength(1);
  expect(await read('a')).toMatchObject({ draft: '', note: '' });
});

it('asks before it undoes what the member did', async () => {
  const { portal, user, elsewhere, read } = await openDesk();
  for (const taskCompleted of [false, true])
    await write(portal.store, 'a', { taskCompleted }, 'task-completed');
  const name = 'Undo: Member a, Marked the task as done';
  await expect.poll(() => screen.queryAllByRole('button', { name })).toHaveLength(2);
  const [undo] = screen.getAllByRole('button', { name }) as [HTMLElement];
  await user.click(undo);
  await screen.findByText(/would lose the mark that the task is done\./);
  await user.click(screen.getByText('Keep it'));
  expect((await read('a')).member.taskCompleted).toBe(true);
  await user.click(undo);
  const yes = await screen.findByText('Undo it');
  await elsewhere('a', { submissionReviewed: true });
  await user.click(yes);
  await screen.findByText(/^The record has just changed, so nothing was undone\./);
  expect((await read('a')).member.taskCompleted).toBe(true);
  await user.click(await screen.findByText('Undo it'));
  await expect.poll(async () => (await read('a')).member.taskCompleted).toBe(false);
});

const queue = () => textsOf([...document.querySelectorAll('[aria-label=Submissions] a bdi')]);
const queueRows = () => [...document.querySelectorAll<HTMLElement>('[aria-label=Submissions] a')];

describe('the queue', () => {
  it('lists what waits, oldest first, leads there, and follows what other pages review and remove', async () => {
    const { browser, user, elsewhere } = await openDesk();
    await expect.poll(queue).toEqual(['Member a', 'Member b', 'Member c']);
    expect(queueRows().map((row) => row.getAttribute('aria-current'))).toEqual(['true', null, null]);
    expect(queueRows().map((row) => row.tabIndex)).toEqual([0, -1, -1]);
    queueRows()[0]?.focus();
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    await settled('c');
    await elsewhere('b', { submissionReviewed: true });
    await expect.poll(queue).toEqual(['Member a', 'Member c']);
    await screen.findByText('2 left to review');
    screen.getByText('1 of 3 reviewed');
    await browser.send('DELETE', '/api/admin/members/a', { body: { confirm: 'Member a' } });
    await expect.poll(queue).toEqual(['Member c']);
    await screen.findByText('1 left to review');
  });

  it('keeps the open submission in its place once it is reviewed', async () => {
    const { key, go } = await openDesk();
    await go('j', 'b');
    await key('r');
    await screen.findByText('2 left to review');
    await expect.poll(queue).toEqual(['Member a', 'Member b', 'Member c']);
    await go('j', 'c');
    await expect.poll(queue).toEqual(['Member a', 'Member c']);
  });

  it('follows filters and search, which stand in the address', async () => {
    const { user, press, address, elsewhere } = await openDesk();
    await press('Filters');
    await user.type(screen.getByLabelText(/^Search/), 'b@students');
    await settled('b');
    expect(address()).toBe('/admin/review?q=b%40students&member=b');
    screen.getByText('Submission 1 of 1');
    await user.selectOptions(screen.getByLabelText('Show'), 'Reviewed');
    await screen.findByText('No submission matches');
    await elsewhere('b', { submissionReviewed: true });
    await settled('b');
    expect(queue()).toEqual(['Member b']);
    await elsewhere('c', { submissionReviewed: true });
    await user.clear(screen.getByLabelText(/^Search/));
    await expect.poll(queue).toEqual(['Member b', 'Member c']);
    await user.selectOptions(screen.getByLabelText('Show'), 'To review');
    await settled('a');
    await expect.poll(queue).toEqual(['Member a']);
    await user.selectOptions(screen.getByLabelText('Show'), 'All');
    await user.selectOptions(screen.getByLabelText('Track'), 'Game Development');
    await screen.findByText('No submission matches');
    await user.click(screen.getByRole('link', { name: 'Show all submissions' }));
    await settled('a');
    screen.getByText('Submission 1 of 3');
  });

  it('can be loaded again when only the list has failed', async () => {
    const { network, press } = await openDesk((before) =>
      before.fail('GET /api/admin/review-queue/submissions'),
    );
    await screen.findByText(/The list couldn’t be loaded/);
    network.release('GET /api/admin/review-queue/submissions');
    await press('Try again');
    await expect.poll(queue).toHaveLength(3);
  });
});

it('counts two ticks before the answer to the first', async () => {
  const { key, network, read } = await openDesk();
  await screen.findByText(/^0 of \d+ met$/);
  const held = network.hold('PATCH /api/admin/reviews');
  await key('12');
  await screen.findByText(/^2 of \d+ met$/);
  await held.sent;
  // The answer to the first tick comes while the second one is being sent.
  const second = network.hold('PATCH /api/admin/reviews');
  held.release();
  await second.sent;
  screen.getByText(/^2 of \d+ met$/);
  await key('3');
  second.release();
  await expect.poll(async () => (await read('a')).opinion.met.length).toBe(3);
  screen.getByText(/^3 of \d+ met$/);
});

it('names what was met and is no longer asked for', async () => {
  const { portal, elsewhere, reload } = await openDesk();
  const [first, ...requirements] = portal.deps.content.tasks.web.requirements;
  const title = first?.title ?? '';
  await elsewhere('a', { opinion: { met: [title] } });
  await saveSettings(portal, 'task-web', { requirements });
  await reload();
  await settled('a');
  screen.getByText(`Met, and no longer asked for: ${title}`);
});

it('reviews with a key while the feedback before it is still being sent', async () => {
  const { key, network, read, user } = await openDesk();
  await user.type(await feedback(), 'Please add tests.');
  await expect.poll(async () => (await read('a')).draft).toBe('Please add tests.');
  const held = network.hold('PATCH /api/admin/reviews');
  await user.click(screen.getByRole('button', { name: 'Send feedback' }));
  await held.sent;
  await key('{Escape}e');
  held.release();
  await expect
    .poll(async () => (await read('a')).member)
    .toMatchObject({ submissionReviewed: true, feedback: 'Please add tests.' });
});

it('shows what another administrator’s page does, and has it read out', async () => {
  const { portal, elsewhere, key, read, user } = await openDesk();
  // A screen reader announces what appears in a live region that was there before.
  const regions = [...document.querySelectorAll('[aria-live=polite]')];
  await elsewhere('a', { submissionReviewed: true });
  const news = await screen.findByText(/This was just reviewed on another page/);
  expect(regions.some((region) => region.contains(news))).toBe(true);
  await expect.poll(() => checkbox('Reviewed').checked).toBe(true);
  await screen.findByText('2 left to review');
  await elsewhere('a', { note: 'Ask about the tests.' });
  await expect.poll(async () => (await note()).value).toBe('Ask about the tests.');
  await screen.findByText(/^0 of \d+ met$/);
  const [requirement] = portal.deps.content.tasks.web.requirements;
  await elsewhere('a', { opinion: { met: [requirement?.title ?? ''] } });
  await screen.findByText(/^1 of \d+ met$/);
  await elsewhere('a', { draft: 'Well done.', send: true });
  await expect.poll(async () => (await feedback()).value).toBe('Well done.');
  await screen.findByText(/now reviewed, not graded, with feedback/);
  expect((await read('a')).member.feedback).toBe('Well done.');
  await screen.findByText('Sent');
  await user.type(await feedback(), ' Thanks.');
  await screen.findByText('Sent, with changes that are not sent');
  screen.getByRole('button', { name: 'Send the change' });
  await key('{Control>}{Enter}{/Control}');
  await expect.poll(async () => (await read('a')).member.feedback).toBe('Well done. Thanks.');
});

it('does not write over a review that it has not shown, and loses neither text', async () => {
  const { go, elsewhere, network, read, user } = await openDesk();
  network.dropStreams();
  network.hold('GET /api/admin/events');
  await elsewhere('a', { submissionReviewed: true, draft: 'Please add tests.', send: true });
  await user.type(await feedback(), 'Perfect.');
  await go('{Control>}{Enter}{/Control}', 'b');
  await screen.findByText(/^Member a: not saved\. .*it is now reviewed, not graded, with feedback/);
  await user.click(screen.getByRole('button', { name: 'Look at it' }));
  await settled('a');
  expect((await feedback()).value).toBe('Perfect.');
  await screen.findByText('This text was changed on another page. It now reads:');
  screen.getByRole('button', { name: 'Keep mine' });
  expect((await read('a')).member).toMatchObject({ feedback: 'Please add tests.', submissionReviewed: true });
});

it('keeps a text that could not be saved over a reload, and saves it once the network is back', async () => {
  const { go, network, read, user, reload } = await openDesk();
  network.fail('PATCH /api/admin/reviews');
  await user.type(await note(), 'Ask about the tests.');
  await screen.findByText('Couldn’t be saved');
  await go('{Escape}j', 'b');
  await go('k', 'a');
  expect((await note()).value).toBe('Ask about the tests.');
  const again = await reload((next) => next.fail('PATCH /api/admin/reviews'));
  await settled('a');
  await screen.findByText('Couldn’t be saved');
  expect((await note()).value).toBe('Ask about the tests.');
  again.network.goOffline();
  again.network.release('PATCH /api/admin/reviews');
  again.network.goOnline();
  await expect.poll(async () => (await read('a')).note).toBe('Ask about the tests.');
  await expect.poll(() => screen.queryByText('Couldn’t be saved')).toBeNull();
});

it('saves a text by itself once the portal can be reached again, which the browser does not notice', async () => {
  const { network, read, user } = await openDesk();
  const outage = ['GET /*', 'PATCH /*'];
  for (const route of outage) network.fail(route);
  await user.type(await note(), 'Ask about the tests.');
  await clock.pass(1_000);
  await screen.findByText('Couldn’t be saved');
  for (const route of outage) network.release(route);
  await clock.pass(5_000);
  await expect.poll(async () => (await read('a')).note).toBe('Ask about the tests.');
  await expect.poll(() => screen.queryByText('Couldn’t be saved')).toBeNull();
});

it('names all reviews that could not be saved, whose submissions stay among those that wait', async () => {
  const { go, network, reviewed, user } = await openDesk();
  network.fail('PATCH /api/admin/reviews');
  await go('e', 'b');
  await screen.findByText(/^Member a: not saved\./);
  await go('e', 'c');
  await screen.findByText(/^Member a, Member b: not saved\./);
  // An error stays until somebody has seen it.
  await clock.pass(60_000);
  screen.getByText(/^Member a, Member b: not saved\./);
  // Nothing can be loaded either: the mark is undone all the same.
  network.fail('GET /api/admin/reviews/*');
  await user.click(checkbox('Graded'));
  await screen.findByText(/Member c: not saved/);
  await expect.poll(() => checkbox('Graded').checked).toBe(false);
  for (const route of ['PATCH /api/admin/reviews', 'GET /api/admin/reviews/*']) network.release(route);
  const before = network.count('GET /api/admin/review-queue');
  await go('e', 'a');
  // The page does not wait for the server to stop naming a submission that it takes for reviewed.
  expect(network.count('GET /api/admin/review-queue') - before).toBeLessThan(10);
  await expect.poll(reviewed).toEqual(['c']);
});

it('says that all is reviewed when it is, and not while it cannot tell', async () => {
  const { reload, reviewed } = await openDesk();
  const { network, user } = await reload((next) =>
    next.fail('GET /api/admin/review-queue', () => refusal(429, 'TOO_MANY_ATTEMPTS', 'Too many requests.')),
  );
  await settled('a');
  const finished = 'Everything in this queue is reviewed.';
  const asked = () => network.count('GET /api/admin/review-queue');
  const before = asked();
  await user.keyboard('e');
  await expect.poll(asked).toBeGreaterThan(before);
  await expect.poll(reviewed).toEqual(['a']);
  expect(screen.queryByText(finished)).toBeNull();
  network.release('GET /api/admin/review-queue');
  for (const uid of ['b', 'c']) {
    await user.keyboard('e');
    await settled(uid);
  }
  await user.keyboard('e');
  await screen.findByText(finished);
  await expect.poll(reviewed).toEqual(uids);
});

it('undoes one review after the other, which is no news from another page', async () => {
  const { key, go, network, reviewed } = await openDesk();
  const asksBeforeLeaving = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  const held = network.hold('PATCH /api/admin/reviews');
  await go('e', 'b');
  expect(asksBeforeLeaving()).toBe(true);
  held.release();
  await key('r');
  await expect.poll(reviewed).toEqual(['a', 'b']);
  for (const [uid, left] of [
    ['b', ['a']],
    ['a', []],
  ] as const) {
    await key('z');
    await screen.findByText(`Member ${uid}: marks and feedback undone. Draft, note and checklist are kept.`);
    expect(await reviewed()).toEqual(left);
    await settled(uid);
    expect(screen.queryByText(/just reviewed on another page/)).toBeNull();
  }
  await key('z');
  await screen.findByText('There is nothing to undo on this page.');
  expect(asksBeforeLeaving()).toBe(false);
});

it('inserts snippets below what is written, saves others, and gives the focus back', async () => {
  const { key, press, user } = await openDesk();
  const draft = await feedback();
  await user.type(draft, 'Add tests.');
  await press('Snippets');
  await press('Save as a snippet');
  const insert = await screen.findByRole('button', { name: 'Insert: Add tests.' });
  await expect.poll(() => screen.queryByRole('button', { name: 'Save as a snippet' })).toBeNull();
  await user.click(insert);
  await expect.poll(() => draft.value).toBe('Add tests.\n\nAdd tests.');
  expect(document.activeElement).toBe(draft);
  await key('{Escape}s');
  await expect.poll(() => document.activeElement).toBe(insert);
  await key('{Escape}');
  const button = screen.getByRole('button', { name: 'Snippets', expanded: false });
  expect(document.activeElement).toBe(button);
  await user.click(button);
  await press('Replace the snippet: Add tests.');
  await screen.findByRole('button', { name: 'Insert: Add tests. Add tests.' });
  expect(insert.isConnected).toBe(false);
  await press('Delete the snippet: Add tests. Add tests.');
  await expect.poll(() => screen.queryByRole('button', { name: /^Insert: Add tests/ })).toBeNull();
});

it('a member without a submission can only lose marks, and the queue beside it is reached by Tab', async () => {
  const { portal, browser, read } = await openDesk();
  await addRecords(portal.store, [newRecord({ uid: 'new', fullName: 'Member new', graded: true })]);
  const { user, network } = await openPage('/admin/review?member=new', { portal, as: browser });
  await settled('new');
  expect([checkbox('Reviewed').disabled, checkbox('Graded').disabled]).toEqual([true, false]);
  screen.getByText('This member has not submitted a project.');
  screen.getByText('There is no task without a development track.');
  expect((await feedback()).disabled).toBe(true);
  expect(screen.getByRole('button', { name: /^Reviewed and next/ })).toHaveProperty('disabled', true);
  await expect.poll(queueRows).toHaveLength(3);
  expect(queueRows().map((row) => row.tabIndex)).toEqual([0, -1, -1]);
  await user.keyboard('rg');
  await expect.poll(async () => (await read('new')).member.graded).toBe(false);
  expect(network.count('PATCH /*')).toBe(1);
});

it('shows the difference to the former submission, and members of the same repository', async () => {
  const portal = await openTestApp('sqlite');
  const githubLink = 'https://github.com/noor/board';
  const submission = { githubLink, projectDescription: 'A board. No tests yet.' };
  const noor = await member({ track: 'web', submission }, { fullName: 'Noor' })(portal);
  await member({ track: 'web', submission }, { fullName: 'Omar' })(portal);
  const browser = await administrator(portal);
  await saveReview(browser, noor.uid, { draft: 'Please add tests.', send: true });
  const { user } = await openPage(`/admin/review?member=${noor.uid}`, { portal, as: browser });
  await screen.findByRole('article', { name: 'Noor' });
  expect(screen.queryByText(/^Now in/)).toBeNull();
  await noor.put('/api/me/track', { developmentTrack: 'game' });
  await screen.findByText('Now in Game Development');
  await noor.put('/api/me/submission', { githubLink, projectDescription: 'A board. Now with tests.' });
  await screen.findByText(/^The member submitted again while this was open\./);
  const difference = await screen.findByRole('region', { name: 'Changes since the previous submission' });
  expect(difference.querySelector('del')?.textContent).toContain('No tests yet.');
  expect(difference.querySelector('ins')?.textContent).toContain('Now with tests.');
  const former = screen.getByRole('region', { name: 'Previous submissions' });
  expect(former.textContent).toContain('Please add tests.');
  // The member has read it: it is no unsent draft.
  expect(within(former).queryByText('Use this text')).toBeNull();
  const same = screen.getByRole('region', { name: /submitted the same repository/ });
  expect(within(same).getAllByRole('listitem')).toHaveLength(2);
  expect(within(same).getAllByText('Not reviewed')).toHaveLength(2);
  await user.click(within(same).getByRole('button', { name: 'Look at it' }));
  await screen.findByRole('article', { name: 'Omar' });
});

it('saves a score and a comment by keyboard, and refuses what is no score', async () => {
  const { key, go, read, user } = await openDesk();
  await key('p');
  const score = screen.getByLabelText<HTMLInputElement>('Score');
  expect(document.activeElement).toBe(score);
  await key('11');
  await screen.findByText('From 0 to 10');
  await user.clear(score);
  await key('8{Escape}c');
  await go('Promising.{Control>}{Enter}{/Control}', 'b');
  await expect
    .poll(async () => (await read('a')).opinion)
    .toEqual({ met: [], scores: [{ criterion: 'Score', score: 8 }], comment: 'Promising.', given: true });
  expect((await read('a')).member.submissionReviewed).toBe(true);
});
