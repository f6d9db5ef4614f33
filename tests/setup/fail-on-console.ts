import { afterAll, afterEach, beforeEach } from 'vitest';
import { failIfAnythingWasSaid } from '#tests/helpers/console-watch.ts';

// Output while the file loads fails its first test.
beforeEach(failIfAnythingWasSaid);
afterEach(failIfAnythingWasSaid);
afterAll(failIfAnythingWasSaid);
