import { html } from 'hono/html';
import type { Club } from '#domain/club.ts';
import { cardWords, pageHead } from '#domain/page-heads.ts';

/** index.html's own words, which stand where the page has none. */
const ownWords = /<title>[^<]*<\/title>(\s*<meta name="description"[^>]*>)?/;

/**
 * The page's HTML with what is said of this path: title, description, and what other sites show where somebody links
 * to it. Search engines are asked to leave out pages for those who are signed in.
 * @param origin the portal's public address
 */
export function withHead(page: string, path: string, club: Club, origin: string): string {
  const head = pageHead(path, club);
  if (!head) {
    return page.replace(ownWords, (own) => `${own}\n    <meta name="robots" content="noindex" />`);
  }
  const address = `${origin}${path}`;
  const elements = [
    `<title>${escaped(head.title)}</title>`,
    meta('name', 'description', head.description),
    `<link rel="canonical" href="${escaped(address)}" />`,
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', club.name),
    meta('property', 'og:title', head.title),
    meta('property', 'og:description', head.description),
    meta('property', 'og:url', address),
    meta('property', 'og:image', `${origin}/social-card.png`),
    meta('property', 'og:image:width', '1200'),
    meta('property', 'og:image:height', '630'),
    meta('property', 'og:image:alt', cardWords(club)),
    meta('name', 'twitter:card', 'summary_large_image'),
  ];
  return page.replace(ownWords, () => elements.join('\n    '));
}

function meta(kind: 'name' | 'property', name: string, content: string): string {
  return `<meta ${kind}="${name}" content="${escaped(content)}" />`;
}

function escaped(text: string): string {
  return String(html`${text}`);
}
