import * as z from 'zod/mini';
import { emailAddress } from './accounts.ts';
import { limits } from './limits.ts';
import { requiredMultilineText } from './required-text.ts';

/** The body of `POST /api/help`: a message of somebody who cannot sign in. */
export const helpRequest = z.strictObject({
  email: emailAddress,
  message: requiredMultilineText('Message', limits.message),
});
