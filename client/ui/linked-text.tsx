import { Fragment, useEffect, useState } from 'react';

type Linker = typeof import('#domain/linked-text.ts').linkedText;

/** Loaded with the first text that may have a link: it is larger than any page. */
let linker: Linker | null = null;
const mayHaveLink = /https?:|www\./i;

/** Plain text whose web addresses are links that show where they lead. */
export function LinkedText({ text }: { text: string }) {
  const [ready, setReady] = useState(() => linker);
  const waits = ready === null && mayHaveLink.test(text);
  useEffect(() => {
    if (!waits) return;
    import('#domain/linked-text.ts').then(
      ({ linkedText }) => {
        linker = linkedText;
        setReady(() => linkedText);
      },
      // The text stays as it was typed.
      () => {},
    );
  }, [waits]);
  if (!ready) return text;
  return ready(text).map((part, index) =>
    part.href === undefined ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other identity
      <Fragment key={index}>{part.text}</Fragment>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same
      <a key={index} href={part.href} target="_blank" rel="noopener noreferrer">
        {part.text}
      </a>
    ),
  );
}
