/** Texts of the inbox. */
export const inboxMessages = {
  title: 'Inbox',
  subtitle: 'What people have sent with the forms, newest first.',
  emptyTitle: 'No messages yet',
  empty: 'What people send with the contact form appears here.',
  nothingFoundTitle: 'No message matches',
  nothingFound: 'Try other words, or show all messages.',
  showAll: 'Show all messages',
  noneOpen: 'Select a message to read it.',
  missing: 'This message does not exist any more.',
  noSender: 'Unknown sender',
  loadFailed: 'Failed to load messages',
  markFailed: 'The message could not be marked. Please try again.',
} as const;
