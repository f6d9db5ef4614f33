import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Starts with the tests in other browsers. They are the longest that mostly wait, and Vitest would put them last in a
 * new checkout, because their files are short: the other processes would then have nothing left to do.
 */
export class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const waits = ({ moduleId }: TestSpecification) => moduleId.includes('/tests/browsers/');
    return [...sorted.filter(waits), ...sorted.filter((file) => !waits(file))];
  }
}
