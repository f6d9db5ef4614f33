import * as fc from 'fast-check';
import { it } from 'vitest';
import { passwordCost } from '#server/accounts/password.ts';
import { takeClock } from './helpers/clock.ts';
import type { TestEngine } from './helpers/engines.ts';
import { isLongRun, tell } from './helpers/long-run.ts';
import { events } from './year/events.ts';
import { allMailsArrived } from './year/promises.ts';
import { staffActs } from './year/staff-acts.ts';
import { beginTerm, studentActs } from './year/student-acts.ts';
import { openWorld, prepareBeginning, type World } from './year/world.ts';

/** A year that failed is played again with its number: `YEAR=1234 npm test -- tests/year.test.ts`. */
const only = process.env.YEAR === undefined ? undefined : Number(process.env.YEAR);
const wanted = Number(process.env.YEARS ?? (isLongRun ? 1_000 : 200));
// The suite plays the same years every time: those that nobody has seen are for the long run.
const first =
  only ?? Number(process.env.FIRST_YEAR ?? (isLongRun ? Math.floor(Math.random() * 1_000_000_000) : 1));
const portion = 100;
const portions = Array.from({ length: only === undefined ? Math.ceil(wanted / portion) : 1 }, (_, index) => ({
  from: first + index * portion,
  years: only === undefined ? Math.min(portion, wanted - index * portion) : 1,
}));

const acts = [...studentActs, ...staffActs, ...events];
const played = { years: 0, steps: 0, disturbed: 0 };

/** Plays the year with this number; throws with the shortest year that fails in the same way. */
async function play(
  engine: TestEngine,
  year: number,
  beginning: Awaited<ReturnType<typeof prepareBeginning>>,
): Promise<void> {
  const property = fc.asyncProperty(fc.commands(acts, { maxCommands: 30, size: 'max' }), async (commands) => {
    const world: World = await openWorld(engine, beginning);
    try {
      await beginTerm(world);
      await fc.asyncModelRun(() => ({ model: world, real: world }), commands);
      await allMailsArrived(world);
    } finally {
      played.steps += world.steps;
      played.disturbed += world.disturbed;
      await world.portal.close();
    }
  });
  const result = await fc.check(property, { seed: year, numRuns: 1, unbiased: true });
  played.years += 1;
  if (!result.failed) return;
  const steps = String(result.counterexample?.[0]).replaceAll(/,(?=\w+\()/g, '\n');
  throw new Error(`The year ${year} breaks a promise after:\n${steps}`, { cause: result.errorInstance });
}

it.each(portions)(
  'keeps every promise in the years from $from on',
  async ({ from, years }) => {
    // Also in long runs: a year is about promises, and not about time.
    Object.assign(passwordCost, { memory: 8, passes: 1 });
    takeClock();
    const beginning = await prepareBeginning('sqlite');
    for (let year = from; year < from + years; year += 1) await play('sqlite', year, beginning);
    tell(`${played.years} years with ${played.steps} steps, ${played.disturbed} of them disturbed`);
  },
  isLongRun ? 0 : 300_000,
);
