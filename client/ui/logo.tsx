/** The mark: a hexagon with a prompt. Decorative: the text beside or below it names the club. */
export function Logo() {
  return (
    <svg width="32" height="32" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <path
        fill="var(--ink)"
        d="M14.6 .9a2.8 2.8 0 0 1 2.8 0l10.6 6.1a2.8 2.8 0 0 1 1.4 2.4v13.2a2.8 2.8 0 0 1-1.4 2.4L17.4 31.1a2.8 2.8 0 0 1-2.8 0L4 25a2.8 2.8 0 0 1-1.4-2.4V9.4A2.8 2.8 0 0 1 4 7Z"
      />
      <path
        fill="none"
        stroke="var(--page)"
        strokeWidth="2.8"
        strokeLinecap="round"
        strokeLinejoin="round"
        d="m9.6 11 5.4 5-5.4 5M17.6 21.4h5.6"
      />
    </svg>
  );
}
