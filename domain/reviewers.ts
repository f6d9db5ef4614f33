import * as z from 'zod/mini';
import { emailAddress } from './accounts.ts';
import { boundedString } from './bounded.ts';
import { limits } from './limits.ts';
import { mailedToken } from './mailed-links.ts';
import { mailState } from './member-account.ts';
import { newPassword } from './new-password.ts';
import { requiredText } from './required-text.ts';

/** How long an invitation works, in days. */
export const invitationDays = 7;

/** How many reviewers and open invitations there may be together. */
export const reviewersCap = 50;

/** The body of `POST /api/admin/reviewers`. A second invitation of an address replaces the first. */
export const reviewerInvitation = z.strictObject({ email: emailAddress });

/** The response: the link, which is shown only here. */
export const invitationLink = z.object({ url: z.string(), until: z.string() });
export type InvitationLink = z.infer<typeof invitationLink>;

/** The response of `GET /api/admin/reviewers`. */
export const reviewerList = z.object({
  reviewers: z.array(
    z.object({
      uid: z.string(),
      name: z.string(),
      email: z.string(),
      /** Whether they are also a member. */
      member: z.boolean(),
      since: z.string(),
    }),
  ),
  invitations: z.array(
    z.object({
      id: z.string(),
      email: z.string(),
      until: z.string(),
      /** The state of the newest email with a link; null if the portal has forgotten it. */
      mail: z.nullable(mailState),
    }),
  ),
  /** Without a mail server the links are handed over. */
  sendsMail: z.boolean(),
});
export type ReviewerList = z.infer<typeof reviewerList>;

/** An invitation's id, as the list has it. */
export const invitationId = boundedString(64).check(z.regex(/^[\w-]{43}$/));

/** The response of `POST /api/reviewers/check`: whom a link invites. */
export const invited = z.object({
  email: z.string(),
  /** The name of the account that has the address; null if none has. */
  name: z.nullable(z.string()),
});
export type Invited = z.infer<typeof invited>;

/** The form on /join of an address without an account. */
export const newReviewer = z.strictObject({
  name: requiredText('Name', limits.name),
  password: newPassword,
});

/** The form of an address with an account, which is opened with its password. */
export const knownReviewer = z.strictObject({
  password: boundedString(limits.importedPasswordMax).check(z.minLength(1, 'Password is required')),
});

/** The body of `POST /api/reviewers/accept`. The name is that of the account, if there is one. */
export const acceptance = z.extend(mailedToken, {
  name: z.optional(newReviewer.shape.name),
  password: knownReviewer.shape.password,
});
export type Acceptance = z.infer<typeof acceptance>;

export const reviewerRefusals = {
  applied:
    'This address has an application in this season. Applicants can’t review: invite them under this address once the season is over.',
  youApplied:
    'You have an application in this season, so you can’t review. If you’d rather review than apply, ask the club.',
  administrator: 'This is the administrator’s address, who can review already.',
  already: 'This person is a reviewer already.',
  tooMany: `There can be ${reviewersCap} reviewers and open invitations at most. End a role or revoke an invitation first.`,
  missing: 'There is no such reviewer any more.',
  invitationMissing: 'There is no such invitation any more: it was used, replaced or revoked.',
  linkInvalid:
    'This invitation has expired, has been used, or was replaced or revoked. Ask the club for a new one.',
} as const;
