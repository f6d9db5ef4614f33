import { webAddress } from '#domain/web-address.ts';

/** Plain text whose web addresses are links that show where they lead. */
export function TextWithLinks({ text }: { text: string }) {
  let offset = 0;
  return text.split(/(\s+)/).map((word) => {
    offset += word.length;
    const address = word.startsWith('http') ? webAddress(word) : null;
    if (!address) return word;
    return (
      <a key={offset} href={address.href} target="_blank" rel="noopener noreferrer">
        {word}
      </a>
    );
  });
}
