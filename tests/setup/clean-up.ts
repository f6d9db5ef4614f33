import { afterAll } from 'vitest';
import { cleanUpFile } from '#tests/helpers/clean-up.ts';

afterAll(cleanUpFile);
