/** How long data is fresh that the stream watches over: it says when something has changed. */
export const untilChanged = Number.POSITIVE_INFINITY;

/** The keys of the page's data, apart from what fetches it again, which not every page needs. */
export const sessionKey = ['session'] as const;
export const memberKey = ['member'] as const;
export const ownMessagesKey = ['own-messages'] as const;
export const summaryKey = ['admin', 'summary'] as const;
export const unreadKey = ['admin', 'inbox', 'unread'] as const;
export const resultKey = ['result'] as const;
/** The dates that matter to the member. */
export const seasonKey = ['season'] as const;
