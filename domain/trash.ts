import * as z from 'zod/mini';

/** How long an account can be reopened that an administrator removed, or that its owner left, in days. */
export const closedDays = { removed: 30, left: 7 } as const;

/** How many removed members are listed. */
export const trashCap = 200;

/** A member whom an administrator removed. Times are ISO 8601, UTC. */
const trashedMember = z.object({
  uid: z.string(),
  fullName: z.string(),
  email: z.string(),
  removedAt: z.string(),
  /** When the member is removed for good. */
  until: z.string(),
});

/** The response of `GET /api/admin/trash`: the last removed members, newest first, and how many there are. */
export const trash = z.object({ members: z.array(trashedMember), total: z.int().check(z.gte(0)) });
export type Trash = z.infer<typeof trash>;

/** The response of a restored or finally removed member. */
export const trashAnswer = z.object({ uid: z.string() });

export const trashMessages = {
  missing: 'This member is not in the trash.',
  emailTaken: (email: string) =>
    `Another account has the address ${email} by now. Correct or remove that one first.`,
} as const;
