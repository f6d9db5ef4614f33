import { expect, it } from 'vitest';
import type { HealthFact } from '#domain/diagnostics.ts';
import { checkReport } from './check-report.ts';

const facts: HealthFact[] = [
  { label: 'Size', value: '4.2 MB', verdict: 'info', advice: null },
  { label: 'Journal mode', value: 'WAL', verdict: 'good', advice: null },
  { label: 'Last backup', value: '3 days ago', verdict: 'attention', advice: 'Run a backup.' },
];
const whole = { name: 'every record belongs to an account', faults: [] };

it('prints facts with advice, then the checks of the data', () => {
  expect(checkReport([{ title: 'Database', facts }], [whole])).toEqual({
    lines: [
      'Database',
      '      Size: 4.2 MB',
      'ok    Journal mode: WAL',
      'note  Last backup: 3 days ago',
      '      Run a backup.',
      'Data',
      'ok    every record belongs to an account',
    ],
    sound: true,
  });
});

it('fails for a bad verdict, and for inconsistent data', () => {
  const bad: HealthFact = { label: 'Waiting', value: '3', verdict: 'bad', advice: 'Look at the log.' };
  const state = checkReport([{ title: 'Mail', facts: [bad] }], [whole]);
  expect(state).toMatchObject({ sound: false, lines: expect.arrayContaining(['FAIL  Waiting: 3']) });
  const torn = { name: 'whole', faults: ['member a has no account'] };
  const data = checkReport([{ title: 'Database', facts }], [torn]);
  expect(data).toMatchObject({ sound: false });
  expect(data.lines.slice(-2)).toEqual(['FAIL  whole', '      member a has no account']);
});
