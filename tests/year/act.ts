import * as fc from 'fast-check';
import type { Member, Outcome, Student } from './model.ts';
import { keepsPromises } from './promises.ts';
import type { World } from './world.ts';

type Act = fc.AsyncCommand<World, World>;

/** An act of somebody, after which the promises are checked. */
export function act<T>(
  name: string,
  choices: fc.Arbitrary<T>,
  run: (world: World, chosen: T, student: Student) => Promise<unknown>,
  needs: 'nobody' | 'student' = 'student',
): fc.Arbitrary<Act> {
  // Most acts are of two students, so that they meet what was done before.
  return fc.tuple(choices, fc.constantFrom(0, 0, 0, 1, 1, 2, 3)).map(([chosen, who]) => ({
    check: ({ students }) => needs === 'nobody' || students.length > 0,
    async run(world) {
      const student = world.students[who % world.students.length] as Student;
      // Nobody acts twice in a moment.
      world.tick();
      world.touched.clear();
      await run(world, chosen, student);
      await keepsPromises(world);
    },
    toString: () => `${name}(${fc.stringify(chosen)}${needs === 'nobody' ? '' : ` by student ${who}`})`,
  }));
}

export const nothing = fc.constant(null);
export const track = fc.constantFrom('web', 'ml', 'android', 'game');
export const outcome = fc.constantFrom<(Outcome | null)[]>('selected', 'waitlisted', 'not-selected', null);

/** The portal has acknowledged that it stored these values. */
export function acknowledged(world: World, student: Student, values: Partial<Member>): void {
  world.touched.add(student.uid);
  Object.assign(student.record, values);
}

export function promise(world: World, kind: string, uid: string): void {
  const key = `${kind} ${uid}`;
  world.promised.set(key, (world.promised.get(key) ?? 0) + 1);
}

/** The fields that the model follows; the portal sets the others. */
export const modelled = [
  ...(['fullName', 'yearOfStudy', 'developmentTrack', 'taskCompleted', 'githubLink'] as const),
  ...(['projectDescription', 'submissionReviewed', 'graded', 'feedback'] as const),
];
