import { within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { numbersRefusals } from '#domain/numbers.ts';
import { newRecord, submittedRecord } from '#tests/helpers/made-records.ts';
import { unavailable } from '#tests/pages/network.ts';
import { administratorOf, openPage, screen, textsOf } from '#tests/pages/page.ts';

const rows = async (name: string) =>
  textsOf(within(await screen.findByRole('table', { name })).getAllByRole('row'));

const made = (count: number, record: () => ReturnType<typeof newRecord>) =>
  Array.from({ length: count }, record);

it('the lead sees the numbers, and an advisor with a link those without small groups', async () => {
  const late = '2026-09-16T09:30:00.000Z';
  const page = await openPage('/admin/numbers', {
    as: administratorOf(
      ...made(6, () => submittedRecord({ yearOfStudy: 1 })),
      ...made(5, () => newRecord({ yearOfStudy: 3, createdAt: late })),
      newRecord({ yearOfStudy: 4, createdAt: late }),
    ),
  });
  const { portal, network, press } = page;
  expect(await rows('Year of study')).toEqual([
    'YearMembersShare',
    '1st Year650%',
    '2nd Year00%',
    '3rd Year542%',
    '4th Year18%',
  ]);
  expect(await rows('Registrations a week')).toEqual([
    'WeekMembersShare',
    'Week 1, Aug 31650%',
    'Week 2, Sep 700%',
    'Week 3, Sep 14650%',
  ]);
  expect((await rows('Last step done')).slice(1)).toEqual([
    'Registered650%',
    'Task done00%',
    'Project submitted650%',
    'Project reviewed00%',
  ]);
  const repair = network.fail('POST /api/admin/numbers/link', unavailable);
  await press('Make Link');
  await screen.findByText('The portal is not available right now.');
  repair();
  await press('Make Link');
  const { search } = new URL((await screen.findByLabelText<HTMLInputElement>('Link')).value);
  await screen.findByText(/^The link works until/);

  await openPage(`/numbers${search}`, { portal });
  expect((await rows('Year of study')).slice(1)).toEqual([
    '1st Year650%',
    '2nd Year–',
    '3rd Year–',
    '4th Year–',
    'Others together650%',
  ]);
  expect(screen.queryByText('For an advisor')).toBeNull();
  const lead = await openPage('/admin/numbers', { portal, as: page.browser });
  await lead.press('Revoke');
  await screen.findByText('There is no link.');
  await openPage(`/numbers${search}`, { portal });
  await screen.findByText(numbersRefusals.linkInvalid);
});
