import { LinkifyIt } from 'linkify-it';
import { withoutInvisible } from './invisible.ts';
import type { WebAddress } from './url-parts.ts';
import { webAddress } from './web-address.ts';

/** A piece of a text: `href` is set where it is a web address. */
export interface TextPart {
  text: string;
  href?: string;
}

const linkify = new LinkifyIt({ fuzzyEmail: false, urlAuth: true })
  .add('ftp:', null)
  .add('mailto:', null)
  .add('//', null)
  // File names such as main.py look like hosts, so only this one needs no scheme.
  .add('www.', {
    validate: (text, at, self) => Math.max(0, self.testSchemaAt(`//${text.slice(at)}`, 'https:', 0) - 2),
  });

/** A character that may touch an address: a mark of emphasis, or a letter of a script that has no spaces. */
const touching = /[*_~\p{Lo}](?=https?:\/\/|www\.)/giu;
const emphasis = /[*_~]+$/;

/** A text with its web addresses as links, which always show the host that they lead to. */
export function linkedText(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  const found = linkify.match(text.replace(touching, (sign) => ' '.repeat(sign.length))) ?? [];
  for (const { index, raw } of found) {
    const typed = raw.replace(emphasis, '');
    const address = webAddress(/^www\./i.test(typed) ? `https://${typed}` : typed);
    if (!address) continue;
    if (index > end) parts.push({ text: text.slice(end, index) });
    parts.push({ text: shownAddress(typed, address), href: address.href });
    end = index + typed.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}

/** An address as it was typed; as it was understood where that looks like another one. */
function shownAddress(typed: string, { href, host }: WebAddress): string {
  const afterScheme = typed.toLowerCase().replace(/^https?:\/\//, '');
  return afterScheme.startsWith(host) && withoutInvisible(typed) === typed ? typed : href;
}
