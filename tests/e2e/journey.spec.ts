import { changedFields } from '#domain/changes.ts';
import { openStore } from '#server/store/open.ts';
import { expect, test } from '#tests/helpers/fixtures.ts';
import { newRegistration } from '#tests/helpers/members.ts';

test('a student gets from registration to a submitted project', { tag: '@engines' }, async ({
  page,
  portal,
}) => {
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

  await test.step('registers', async () => {
    await page.goto('/');
    await expect(page).toHaveURL(/\/login$/);
    await page.getByRole('link', { name: 'Sign up' }).click();
    await page.getByLabel('Full Name').fill(`  ${typed.fullName} `);
    await page.getByLabel('Email').fill(typed.email);
    await page.getByLabel('Student ID').fill(typed.studentId);
    await page.getByLabel('Department').selectOption(typed.department);
    await page.getByLabel('Year of Study').selectOption({ label: '3rd Year' });
    await page.getByLabel('Contact Number').fill(typed.contactNumber);
    await page.getByLabel('Password', { exact: true }).fill(typed.password);
    await page.getByLabel('Confirm Password', { exact: true }).fill(typed.password);
    await page.getByLabel(/I agree to the/).check();
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(typed.fullName);
  });

  await test.step('picks a track', async () => {
    await page.getByRole('radio', { name: /Web Development/ }).check();
    await page.getByRole('button', { name: 'Save Selection' }).click();
    await expect(page.getByText('Development track updated successfully!')).toBeVisible();
  });

  await test.step('reads the task and marks it done', async () => {
    await page.getByRole('link', { name: /My Task/ }).click();
    await expect(page).toHaveURL(/\/user-tasks$/);
    await expect(page.getByRole('heading', { name: 'Campus Events Board' })).toBeVisible();
    await page.goto('/timeline');
    await page.getByRole('button', { name: 'Mark as Done' }).click();
    await expect(page.getByRole('button', { name: 'Mark as Done' })).toBeHidden();
  });

  await test.step('submits the project', async () => {
    await page.goto('/contact');
    await expect(page.getByLabel('Email')).toHaveValue(typed.email);
    await page.getByLabel(/GitHub/).fill(project.link);
    await page.getByLabel('Message').fill(project.message);
    await page.getByRole('button', { name: /Send|Submit/ }).click();
    await expect(
      page.getByText(
        'Thank you for your message! We have received your inquiry and will get back to you soon.',
      ),
    ).toBeVisible();
  });

  await test.step('follows the timeline', async () => {
    await page.goto('/timeline');
    await expect(page.getByText('Your submission is under review.')).toBeVisible();
    await page.goto('/dashboard');
    await expect(page.getByText('Your submission is under review.')).toBeVisible();
  });

  await test.step('the database holds the input, with one change per write', async () => {
    const store = openStore(portal);
    try {
      const row = await store.db
        .selectFrom('members')
        .selectAll()
        .where('email', '=', typed.email)
        .executeTakeFirstOrThrow();
      expect(row).toMatchObject({
        fullName: typed.fullName,
        email: typed.email,
        studentId: typed.studentId,
        department: typed.department,
        yearOfStudy: 3,
        contactNumber: '9876543210',
        registrationComplete: 1,
        developmentTrack: 'web',
        taskCompleted: 1,
        githubLink: project.link,
        projectDescription: project.message,
        submissionReviewed: 0,
        graded: 0,
        updatedAt: null,
      });
      const changes = await store.db
        .selectFrom('changes')
        .select(['kind', 'actor', 'fields'])
        .where('uid', '=', row.uid)
        .orderBy('seq')
        .execute();
      expect(changes.map(({ kind }) => kind)).toEqual([
        'registered',
        'track-selected',
        'task-completed',
        'submission-sent',
      ]);
      expect(changes.every(({ actor }) => actor === row.uid)).toBe(true);
      expect(changedFields.parse(JSON.parse(changes[1]?.fields ?? ''))).toMatchObject({
        developmentTrack: { old: null, new: 'web' },
      });
    } finally {
      await store.close();
    }
  });
});
