/**
 * The query key of the dashboard's counts. Separate from the query, so that modules which only need the key do not
 * import its schema or the administrator's pages.
 */
export const summaryKey = ['admin', 'summary'] as const;
