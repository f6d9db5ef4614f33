import type { Health, Verdict } from '#domain/diagnostics.ts';
import type { CheckResult } from './check.ts';

const marks: Record<Verdict, string> = { good: 'ok  ', attention: 'note', bad: 'FAIL', info: '    ' };

/**
 * The output of `portal check`: facts with verdicts and advice, then the checks of the data. A fault or a bad verdict makes
 * it unsound, so that the command fails; a fact that only needs attention does not.
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
