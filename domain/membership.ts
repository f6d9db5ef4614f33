import * as z from 'zod/mini';

/** The response of `GET` and `DELETE /api/me/membership`: null for somebody who is not in the club. */
export const ownMembership = z.object({
  membership: z.nullable(
    z.object({ season: z.string(), role: z.string(), since: z.string(), leftOn: z.nullable(z.string()) }),
  ),
});

/** Texts of a member's own page. */
export const membershipTexts = {
  title: 'Member of the club',
  since: (day: string) => `Since ${day}`,
  left: (day: string) => `You left the club on ${day}. Your account stays until the season ends.`,
  leave: 'Leave the Club',
  question: {
    title: 'Leave the club?',
    text: 'Your account and your certificate stay. The club sees that you have left, and only it can undo that.',
    yes: 'Leave',
    no: 'Stay',
  },
  failed: 'You’re still a member.',
} as const;
