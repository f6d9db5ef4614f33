/** Where the counts of the administrator's dashboard are kept; apart from their query, which brings all rules. */
export const summaryKey = ['admin', 'summary'] as const;
