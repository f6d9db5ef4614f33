import { expect, it } from 'vitest';
import { inboxPage } from '#domain/form-inbox.ts';
import type { ReviewsAnswer } from '#domain/review.ts';
import { unsubscribeAddress } from '#server/mail/mail-choice.ts';
import { openWithMembers, saveReview } from '#tests/helpers/admin-api.ts';
import {
  confirmEmail,
  type Person,
  portalUrl,
  registerPerson,
  signInAdministrator,
  type TestApp,
} from '#tests/helpers/app.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { contactMessage } from '#tests/helpers/forms.ts';
import { project } from '#tests/helpers/member-input.ts';
import { requestReset } from '#tests/helpers/passwords.ts';
import { rowsOf } from '#tests/helpers/records.ts';
import { openWithSmtp } from '#tests/helpers/smtp-portal.ts';
import { refusedWith, type Visitor } from '#tests/helpers/visitor.ts';

const feedback = 'Well <b>done</b> & tested: https://example.org/next';

/** Moves the planned mails to an earlier time. */
async function pass({ store }: TestApp, minutes: number): Promise<void> {
  for (const { id, dueAt } of await rowsOf(store, 'mail_outbox')) {
    const earlier = new Date(Date.parse(dueAt) - minutes * 60_000).toISOString();
    await store.db.updateTable('mail_outbox').set({ dueAt: earlier }).where('id', '=', id).execute();
  }
}

describeEachEngine('the mail about a review', (engine) => {
  async function open() {
    const { portal, arrived } = await openWithSmtp(engine);
    const student = await registerPerson(portal);
    await student.put('/api/me/submission', project);
    const administrator = await signInAdministrator(portal);
    /** The mails about reviews that have arrived by `minutes` from now. */
    async function arrivedIn(minutes: number) {
      await pass(portal, minutes);
      const mails = (await arrived()).map(({ mail }) => mail);
      return mails.filter(({ text = '' }) => text.includes('/unsubscribe?token='));
    }
    return { portal, student, administrator, arrived, arrivedIn };
  }

  async function review(administrator: Visitor, { uid }: Person, wanted: object) {
    const answer = await saveReview(administrator, uid, wanted);
    expect(answer.status).toBe(200);
    return answer.body as ReviewsAnswer;
  }

  it('waits ten minutes, and is one for all that changed', async () => {
    const { portal, student, administrator, arrivedIn } = await open();
    await confirmEmail(portal, student.uid);
    await review(administrator, student, { submissionReviewed: true });
    await review(administrator, student, { graded: true });
    await review(administrator, student, { draft: feedback, send: true });
    expect(await arrivedIn(9)).toEqual([]);
    const mails = await arrivedIn(11);
    expect(mails).toHaveLength(1);
    const [mail] = mails;
    expect(mail?.to?.[0]?.address).toBe(student.registration.email);
    expect(mail?.subject).toMatch(/submission has been reviewed and graded$/);
    expect(mail?.text).toContain(feedback);
    // The HTML shows the same text and no markup of the reviewer's.
    expect(mail?.html).toContain('Well &lt;b&gt;done&lt;/b&gt; &amp; tested');
    expect(mail?.html).not.toContain('<b>done');
    expect(await arrivedIn(60)).toHaveLength(1);
  });

  it('comes again for a later change, and not for one that takes something away', async () => {
    const { student, administrator, arrivedIn } = await open();
    await review(administrator, student, { submissionReviewed: true, draft: feedback, send: true });
    expect(await arrivedIn(11)).toHaveLength(1);
    await review(administrator, student, { draft: 'Very well done.', send: true });
    expect(await arrivedIn(20)).toHaveLength(2);
    await review(administrator, student, { draft: '', send: true });
    expect(await arrivedIn(25)).toHaveLength(2);
    await review(administrator, student, { submissionReviewed: false });
    expect(await arrivedIn(30)).toHaveLength(2);
    await review(administrator, student, { submissionReviewed: true });
    expect(await arrivedIn(45)).toHaveLength(3);
    await review(administrator, student, { graded: true });
    expect(await arrivedIn(60)).toHaveLength(4);
  });

  it('comes for a submission that is graded without being marked as reviewed', async () => {
    const { student, administrator, arrivedIn } = await open();
    await review(administrator, student, { graded: true });
    expect(await arrivedIn(11)).toMatchObject([{ subject: expect.stringMatching(/has been graded$/) }]);
  });

  it('is not sent for a review that was undone', async () => {
    const { portal, student, administrator, arrivedIn } = await open();
    const { seq } = await review(administrator, student, { submissionReviewed: true });
    await administrator.post(`/api/admin/changes/${seq}/undo`, {});
    expect(await arrivedIn(11)).toEqual([]);
    const [mail] = (await rowsOf(portal.store, 'mail_outbox')).filter(({ topic }) => topic === 'review');
    expect(mail).toMatchObject({ state: 'skipped', to: null });
  });

  it('has none of the reviewer’s text for an address that nobody has confirmed', async () => {
    const { student, administrator, arrivedIn } = await open();
    await review(administrator, student, { draft: feedback, send: true });
    const [mail] = await arrivedIn(11);
    expect(mail?.subject).toMatch(/^There’s feedback/);
    for (const text of [mail?.subject, mail?.text, mail?.html]) {
      expect(text).not.toContain('done');
      expect(text).not.toContain('example.org');
    }
  });

  it('ends by one click in the mail program, by its link and in the profile, and account mails go on', async () => {
    const { portal, student, administrator, arrived, arrivedIn } = await open();
    await review(administrator, student, { submissionReviewed: true });
    const [mail] = await arrivedIn(11);
    const header = (name: string) => mail?.headers.find(({ key }) => key === name)?.value ?? '';
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    const address = new URL(header('list-unsubscribe').replace(/^<|>$/g, ''));
    expect(mail?.text).toContain(address.href);
    const settings = async () => (await student.get('/api/me/mail-settings')).body;

    // As a mail program sends it: a form, and neither an origin nor a session.
    const click = {
      raw: 'List-Unsubscribe=One-Click',
      headers: { Origin: null, 'Content-Type': 'application/x-www-form-urlencoded' },
    };
    // Mail programs repeat a click whose response they lost.
    const { pathname, search } = address;
    for (const _time of ['first', 'again'])
      expect((await portal.visitor().send('POST', `${pathname}${search}`, click)).status).toBe(200);
    expect(await settings()).toEqual({ reviewMails: false, groupMessages: true });

    await review(administrator, student, { graded: true });
    expect(await arrivedIn(60)).toHaveLength(1);
    await requestReset(portal, student.registration.email);
    expect((await arrived()).at(-1)?.mail.subject).toContain('Reset your');

    expect((await student.put('/api/me/mail-settings', { reviewMails: true })).status).toBe(200);
    expect(await settings()).toEqual({ reviewMails: true, groupMessages: true });
    const token = address.searchParams.get('token');
    expect((await portal.visitor().post('/api/unsubscribe', { token })).status).toBe(200);
    expect(await settings()).toEqual({ reviewMails: false, groupMessages: true });
  });

  it('is ended by no made-up link, and no link ends those of another member', async () => {
    const { portal, student } = await open();
    const another = await registerPerson(portal);
    const tokenOf = (uid: string, authSecret = portal.deps.config.authSecret) =>
      new URL(unsubscribeAddress({ portalUrl, authSecret }, uid, 'review')).searchParams.get('token') ?? '';
    const real = tokenOf(another.uid);
    const forged = [
      `${student.uid}.`,
      `${student.uid}${real.slice(real.lastIndexOf('.'))}`,
      tokenOf(student.uid, 'another secret'),
    ];
    for (const token of forged) {
      expect(await portal.visitor().post('/api/unsubscribe', { token })).toMatchObject(
        refusedWith(400, 'INVALID_TOKEN'),
      );
    }
    expect((await student.get('/api/me/mail-settings')).body).toMatchObject({ reviewMails: true });
  });
});

describeEachEngine('the message of a submission', (engine) => {
  it('is read by the review, and unread again by its undo', async () => {
    const { portal, administrator } = await openWithMembers(engine);
    const student = await registerPerson(portal);
    const inbox = async () => inboxPage.parse((await administrator.get('/api/admin/form-submissions')).body);
    await student.post('/f/contact', contactMessage({ githubLink: project.githubLink }));
    // Marked as read by the administrator: no undo changes that.
    const [first] = (await inbox()).submissions;
    await administrator.patch(`/api/admin/form-submissions/${first?.id}`, { read: true });
    await student.post('/f/contact', contactMessage({ githubLink: project.githubLink }));
    await student.post('/f/contact', contactMessage({ message: 'When do you meet?' }));
    await student.put('/api/me/submission', project);
    const another = await registerPerson(portal);
    await another.post('/f/contact', contactMessage({ githubLink: 'https://github.com/ravi/board' }));
    const unread = async () => (await inbox()).unread;
    expect(await unread()).toBe(3);

    const review = (marks: object) => saveReview(administrator, student.uid, marks);
    const { body } = await review({ submissionReviewed: true });
    expect(await unread()).toBe(2);
    const { seq } = body as ReviewsAnswer;
    expect((await administrator.post(`/api/admin/changes/${seq}/undo`, {})).status).toBe(200);
    expect(await unread()).toBe(3);

    const { newest } = await inbox();
    const marked = await administrator.post('/api/admin/form-submissions/read', { newest });
    expect(marked.body).toEqual({ changed: 3 });
    expect(await unread()).toBe(0);

    // A grade leaves messages unread that arrive after the review.
    await review({ submissionReviewed: true });
    await student.post('/f/contact', contactMessage({ githubLink: project.githubLink }));
    await review({ graded: true });
    expect(await unread()).toBe(1);
  });
});
