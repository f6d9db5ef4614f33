import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Starts with the tests in other browsers, the longest that mostly wait, and the years. Vitest would put them last in a
 * new checkout, because their files are short: the other processes would then have nothing left to do.
 */
export class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const waits = ({ moduleId }: TestSpecification) => /\/tests\/(browsers\/|year\.test)/.test(moduleId);
    return [...sorted.filter(waits), ...sorted.filter((file) => !waits(file))];
  }
}
