import * as z from 'zod/mini';

/** The part of a page of the inbox that every administrator's page shows. */
export const unreadMessages = z.object({ unread: z.number() });

export const unreadTexts = { title: 'Inbox', suffix: 'unread' } as const;
