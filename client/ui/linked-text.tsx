import { Fragment } from 'react';
import { webAddress } from '#domain/web-address.ts';

/** Plain text whose web addresses are links that show where they lead. */
export function LinkedText({ text }: { text: string }) {
  // Every second part is a match.
  const parts = text.split(/(https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]])/i);
  return parts.map((part, index) => {
    const address = index % 2 === 1 ? webAddress(part) : null;
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other identity
    if (!address) return <Fragment key={index}>{part}</Fragment>;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same
      <a key={index} href={address.href} target="_blank" rel="noopener noreferrer">
        {part}
      </a>
    );
  });
}
