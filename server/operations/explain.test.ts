import { expect, it } from 'vitest';
import { explain } from './explain.ts';

it.each([
  [10, /^PLACE: the disk could not be read or written; /],
  [5386, /^PLACE: the file system of DATA_DIR has no shared memory, /],
  [266, /^PLACE: the disk could not be read or written; /],
])('SQLite’s code %d has the hint of its kind, or a closer one', (errcode, hint) => {
  expect(explain(Object.assign(new Error('disk I/O error'), { errcode }), 'PLACE')).toMatch(hint);
});
