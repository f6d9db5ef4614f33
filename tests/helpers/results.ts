import { expect } from 'vitest';
import type { Outcome } from '#domain/outcomes.ts';
import type { CorrectionWrite } from '#domain/results.ts';
import type { ResultsView } from '#domain/results-page.ts';
import type { OutcomeState, RoundPreview } from '#domain/rounds.ts';
import { applyDueCorrections } from '#server/results/correct-result.ts';
import type { Store } from '#server/store/open.ts';
import { signInAdministrator, type TestApp } from './app.ts';
import { addRecords, newRecord } from './made-records.ts';
import type { Answer, Visitor } from './visitor.ts';

/** Sets outcomes as the administrator's pages do. @returns the `seq` for undo */
export async function decide(
  administrator: Visitor,
  uids: readonly string[],
  outcome: Outcome | null,
): Promise<number | null> {
  const { status, body, text } = await administrator.patch('/api/admin/outcomes', { uids, outcome });
  expect(status, text).toBe(200);
  return (body as { seq: number | null }).seq;
}

/** Adds members, all of whom are selected; the results are not released. At most 500 outcomes are set together. */
export async function addSelected(portal: TestApp, count: number) {
  const records = Array.from({ length: count }, (_, index) => newRecord({ uid: `one-${index}` }));
  await addRecords(portal.store, records);
  const administrator = await signInAdministrator(portal);
  const uids = records.map(({ uid }) => uid);
  while (uids.length > 0) await decide(administrator, uids.splice(0, 500), 'selected');
  return { records, administrator };
}

export async function resultsOf(administrator: Visitor): Promise<ResultsView> {
  return (await administrator.get('/api/admin/results')).body as ResultsView;
}

/** Releases the outcomes of all members, or of those that the body names. */
export function releaseNow(administrator: Visitor, body: object = {}): Promise<Answer> {
  const audience = 'uids' in body || 'filter' in body ? {} : { all: true };
  return administrator.post('/api/admin/results/rounds', { ...audience, ...body });
}

/** The state that a question about a release to all members shows. */
export async function stateOf(administrator: Visitor): Promise<OutcomeState> {
  const { body } = await administrator.post('/api/admin/results/rounds/preview', { all: true });
  return (body as RoundPreview).state;
}

/** Plans the correction of a released result. */
export function planCorrection(
  administrator: Visitor,
  uid: string,
  { reason = 'Two members were confused', ...body }: Omit<CorrectionWrite, 'reason'> & { reason?: string },
): Promise<Answer> {
  return administrator.post(`/api/admin/results/${uid}/correction`, { reason, ...body });
}

/** Corrects a released result, and lets the time pass in which that can be undone. */
export async function correct(
  { deps }: Pick<TestApp, 'deps'>,
  administrator: Visitor,
  uid: string,
  body: Parameters<typeof planCorrection>[2],
): Promise<void> {
  const { status, text } = await planCorrection(administrator, uid, body);
  expect(status, text).toBe(200);
  await makeCorrectionsDue(deps);
  await applyDueCorrections(deps);
}

/** Moves the corrections that wait into the past. */
export async function makeCorrectionsDue({ store }: { store: Store }): Promise<void> {
  await store.db.updateTable('result_corrections').set({ dueAt: '2026-01-01T00:00:00.000Z' }).execute();
}

/** Moves the planned rounds into the past, as if the portal had been down. */
export async function makeDue({ store }: { store: Store }): Promise<void> {
  const plannedFor = '2026-01-01T00:00:00.000Z';
  await store.db.updateTable('rounds').set({ plannedFor }).where('plannedFor', 'is not', null).execute();
}

/** A time to plan a release for. */
export function inMinutes(minutes: number): string {
  return new Date(Date.now() + minutes * 60_000).toISOString();
}
