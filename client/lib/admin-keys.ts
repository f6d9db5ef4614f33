/** The keys of data that only administrators see; the pages of others do not load them. */

/** Everything that only administrators see. */
export const adminKey = ['admin'] as const;
export const membersKey = ['admin', 'members'] as const;
export const submissionCountsKey = ['admin', 'submission-counts'] as const;
export const recordKey = ['admin', 'member'] as const;
export const accountKey = ['admin', 'account'] as const;
export const changesKey = ['admin', 'changes'] as const;
export const reviewKey = ['admin', 'review'] as const;
export const queueKey = ['admin', 'review-queue'] as const;
export const snippetsKey = ['admin', 'review-snippets'] as const;
/** Members whom a message of the administrator would reach, or has reached. */
export const audienceKey = ['admin', 'message-audience'] as const;
export const groupMessagesKey = ['admin', 'group-messages'] as const;
export const inboxKey = ['admin', 'inbox'] as const;
export const messagesKey = ['admin', 'inbox', 'messages'] as const;
export const outcomeKey = ['admin', 'outcome'] as const;
export const resultsKey = ['admin', 'results'] as const;
export const backupsKey = ['admin', 'backups'] as const;
export const trashKey = ['admin', 'trash'] as const;
export const reviewersKey = ['admin', 'reviewers'] as const;
/** Members' own deadlines. */
export const extensionKey = ['admin', 'extension'] as const;
export const settingsKey = ['admin', 'settings'] as const;
export const messageKey = ['admin', 'inbox', 'message'] as const;
