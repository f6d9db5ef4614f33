export const liveTexts = {
  connecting: { label: 'Connecting', hint: 'Connecting to live updates' },
  live: { label: 'Live', hint: 'This page follows every change' },
  reconnecting: { label: 'Reconnecting', hint: 'Reconnecting to live updates' },
  offline: { label: 'Offline', hint: 'There is no network; what you see may be old' },
  failed: { label: 'Not live', hint: 'The live connection cannot be opened; what you see may be old' },
} as const;
