import { test } from '#tests/helpers/fixtures.ts';
import { followEachOthersWork } from '#tests/helpers/live-journey.ts';

// This test uses several browsers.
test.describe.configure({ timeout: 120_000 });

test('a student and the administrator see each other’s work as it happens', { tag: '@engines' }, async ({
  page: student,
  newPage,
  portal,
}) => {
  await followEachOthersWork(student, await newPage(), portal);
});
