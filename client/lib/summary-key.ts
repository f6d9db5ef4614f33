/**
 * Where the counts of the administrator's dashboard are kept. Apart from their query, which brings all its rules, and
 * from the administrator's pages, whose code no other page has.
 */
export const summaryKey = ['admin', 'summary'] as const;
