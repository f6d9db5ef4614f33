/** Around the sign-in pages. */
export const authFrameTexts = {
  about: 'About the club',
  terms: 'Terms',
  what: 'Android, web, machine learning or games: each track has one task, and every project you submit is reviewed by a person.',
} as const;
