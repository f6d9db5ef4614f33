import { html } from 'hono/html';
import type { Club } from '#domain/club.ts';
import { fullTitle, pageAt } from '#domain/pages.ts';

/** The default title and description in index.html. */
const defaultHead = /<title>[^<]*<\/title>(\s*<meta name="description"[^>]*>)?/;

/**
 * Inserts the head of this path's page: title, description, and the data for link previews. Search engines are asked
 * to skip pages that need a session.
 * @param origin the portal's public URL
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
