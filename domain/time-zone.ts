import * as z from 'zod/mini';
import { boundedString } from './bounded.ts';
import { isTimeZone } from './days.ts';

/** A time zone that this machine knows, such as 'Asia/Kolkata'. */
export const timeZoneName = boundedString(64).check(z.refine(isTimeZone, 'must be a known time zone'));
