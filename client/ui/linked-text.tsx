import { Fragment } from 'react';
import { linkedText } from '#domain/linked-text.ts';

/** Plain text whose web addresses are links that show where they lead. */
export function LinkedText({ text }: { text: string }) {
  return linkedText(text).map((part, index) =>
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
