import type { Health, Verdict } from '#domain/diagnostics.ts';
import type { CheckResult } from './check.ts';

const marks: Record<Verdict, string> = { good: 'ok  ', attention: 'note', bad: 'FAIL', info: '    ' };

/**
 * What `portal check` prints: the facts with their verdicts and what to do, then what was asked of the data. Not
 * sound is what has a fault or a bad verdict; what only wants attention is told and fails no script.
 */
export function checkReport(
  groups: Health['groups'],
  checks: readonly CheckResult[],
): { lines: string[]; sound: boolean } {
  const state = groups.flatMap(({ title, facts }) => [
    title,
    ...facts.flatMap(({ label, value, verdict, advice }) => [
      `${marks[verdict]}  ${label}: ${value}`,
      ...(advice ? [`      ${advice}`] : []),
    ]),
  ]);
  const data = checks.flatMap(({ name, faults }) => [
    `${faults.length === 0 ? marks.good : marks.bad}  ${name}`,
    ...faults.map((fault) => `      ${fault}`),
  ]);
  const bad = groups.some(({ facts }) => facts.some(({ verdict }) => verdict === 'bad'));
  const faulty = checks.some(({ faults }) => faults.length > 0);
  return { lines: [...state, 'Data', ...data], sound: !bad && !faulty };
}
