import type { Locator, Page } from '@playwright/test';
import { expect, test } from '#tests/helpers/fixtures.ts';
import { newRegistration } from '#tests/helpers/members.ts';
import { startedUp } from '#tests/helpers/requests.ts';

/** Counts taps, and notes each target that is below the fold, with no sign of it, when it is the next to be tapped. */
function watchTaps() {
  const outOfSight: string[] = [];
  let taps = 0;
  /** @param sign what stands right before the target, if that may be below the fold */
  async function tap(target: Locator, { count = 1, sign = target } = {}): Promise<void> {
    await target.waitFor();
    if (!(await isInView(sign))) outOfSight.push(String(target));
    await target.tap();
    taps += count;
  }
  return {
    tap,
    /** Types into text fields. The first is tapped; the keyboard's own key leads to the next. */
    async type(form: Page, values: Record<string, string>): Promise<void> {
      for (const [index, [label, value]] of Object.entries(values).entries()) {
        const field = form.getByLabel(label, { exact: true });
        if (index === 0) await tap(field);
        else if (!(await isInView(field))) outOfSight.push(label);
        await field.fill(value);
        // As a phone does while its keyboard is open.
        await field.evaluate(toMiddle);
      }
    },
    /** One tap opens the list, another chooses. */
    async choose(list: Locator, option: string): Promise<void> {
      await tap(list, { count: 2 });
      await list.selectOption({ label: option });
    },
    taps: () => taps,
    outOfSight,
  };
}

/** Runs in the page, whose globals Node.js does not have. */
const toMiddle = new Function('element', "element.scrollIntoView({ block: 'center' })") as (
  element: unknown,
) => void;

/** Whether a part of the element is in the window. Pages scroll to what has just been loaded. */
async function isInView(target: Locator): Promise<boolean> {
  return expect(target)
    .toBeInViewport({ timeout: 2_000 })
    .then(
      () => true,
      () => false,
    );
}

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test('a student gets from registration to a submitted project on a phone in at most 20 taps, and sees each next step', {
  tag: '@engines',
}, async ({ page }) => {
  const typed = newRegistration({
    fullName: 'Noor Fatima D’Souza',
    department: 'Artificial Intelligence and Machine Learning',
    yearOfStudy: 3,
    contactNumber: '98765-43210',
  });
  const project = {
    link: 'https://github.com/noor/campus-events',
    message: 'A board for campus events.\nTwo lines.',
  };
  const { tap, type, choose, taps, outOfSight } = watchTaps();
  const button = (name: string | RegExp) => page.getByRole('main').getByRole('button', { name });

  await test.step('registers', async () => {
    await page.goto('/');
    await expect(page).toHaveURL(/\/login$/);
    await startedUp(page);
    await tap(page.getByRole('link', { name: 'Sign up' }));
    await type(page, {
      'Full Name': `  ${typed.fullName} `,
      Email: typed.email,
      'Student ID': typed.studentId,
    });
    await choose(page.getByLabel('Department'), typed.department);
    await choose(page.getByLabel('Year of Study'), '3rd Year');
    await type(page, {
      'Contact Number': typed.contactNumber,
      Password: typed.password,
      'Confirm Password': typed.password,
    });
    await tap(page.getByLabel(/I agree to the/));
    await tap(button('Create Account'));
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(typed.fullName);
  });

  await test.step('picks a track', async () => {
    await tap(page.locator('label').filter({ has: page.getByRole('radio', { name: /Web Development/ }) }));
    await tap(button('Save Selection'));
    await expect(page.getByText('Development track updated successfully!')).toBeVisible();
  });

  await test.step('reads the task and marks it done', async () => {
    await tap(page.getByRole('main').getByRole('link', { name: 'View Task' }).first());
    await expect(page).toHaveURL(/\/user-tasks$/);
    await expect(page.getByRole('heading', { name: 'Campus Events Board' })).toBeVisible();
    // It stands after the task, and a button at the top leads to it.
    await tap(button('Go to Submission'));
    await tap(button('Mark as Done'));
  });

  await test.step('submits the project', async () => {
    await tap(page.getByRole('main').getByRole('link', { name: 'Submit Project' }).first());
    await expect(page).toHaveURL(/\/contact$/);
    await expect(page.getByLabel('Email')).toHaveValue(typed.email);
    await type(page, { 'GitHub Link (optional)': project.link, Message: project.message });
    await tap(button('Submit Project'), { sign: page.getByText('You’re submitting a project') });
    const thanks = page.getByText(
      'Thank you for your message! We have received your inquiry and will get back to you soon.',
    );
    await expect(thanks).toBeInViewport();
    expect(outOfSight).toEqual([]);
    expect(taps()).toBeLessThanOrEqual(20);
  });

  await test.step('follows the timeline', async () => {
    await tap(page.getByRole('main').getByRole('link', { name: 'View Timeline' }));
    await expect(page.getByText('Your submission is under review.')).toBeVisible();
    await page.goto('/dashboard');
    await expect(page.getByText('Your submission is under review.')).toBeVisible();
  });

  await test.step('the record holds what was typed', async () => {
    const { fullName, email, studentId, department, yearOfStudy } = typed;
    const response = await page.request.get('/api/me');
    expect(await response.json()).toMatchObject({
      ...{ fullName, email, studentId, department, yearOfStudy, contactNumber: '9876543210' },
      ...{ developmentTrack: 'web', taskCompleted: true },
      ...{ githubLink: project.link, projectDescription: project.message },
      ...{ submissionReviewed: false, graded: false },
    });
  });
});
