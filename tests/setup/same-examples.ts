import fc from 'fast-check';
import { isLongRun } from '#tests/helpers/long-run.ts';

// A failure has its cause in the change that it came with. The long form looks for what other examples show.
if (!isLongRun) fc.configureGlobal({ seed: 1 });
