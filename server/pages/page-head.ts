import { html } from 'hono/html';
import type { Club } from '#domain/club.ts';
import { fullTitle, pageAt } from '#domain/pages.ts';

/** The title and description of index.html, for pages without any. */
const defaultHead = /<title>[^<]*<\/title>(\s*<meta name="description"[^>]*>)?/;

/**
 * The page's HTML with what is said of this path: title, description, and what other sites show where somebody links
 * to it. Search engines are asked to leave out pages for those who are signed in.
 * @param origin the portal's public address
 */
export function withHead(page: string, path: string, club: Club, origin: string): string {
  const about = pageAt(path);
  if (!about?.description) {
    return page.replace(defaultHead, (own) => `${own}\n    <meta name="robots" content="noindex" />`);
  }
  const title = fullTitle(about.title, club);
  const description = about.description(club);
  const address = `${origin}${path}`;
  const elements = [
    `<title>${escaped(title)}</title>`,
    meta('name', 'description', description),
    `<link rel="canonical" href="${escaped(address)}" />`,
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', club.name),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', address),
    meta('property', 'og:image', `${origin}/social-card.png`),
    meta('property', 'og:image:width', '1200'),
    meta('property', 'og:image:height', '630'),
    meta('property', 'og:image:alt', `${club.name}: choose a track, do its task, submit your project.`),
    meta('name', 'twitter:card', 'summary_large_image'),
  ];
  return page.replace(defaultHead, () => elements.join('\n    '));
}

function meta(kind: 'name' | 'property', name: string, content: string): string {
  return `<meta ${kind}="${name}" content="${escaped(content)}" />`;
}

function escaped(text: string): string {
  return String(html`${text}`);
}
