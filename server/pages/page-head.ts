import { html } from 'hono/html';
import type { Club } from '#domain/club.ts';
import { fullTitle, notFoundPage, type PrerenderedPath, pageAt } from '#domain/pages.ts';

/** For search engines and link previews. Not in the table of pages, which browsers load. */
const descriptions: Record<PrerenderedPath, (club: Club) => string> = {
  '/login': ({ name, shortName }) =>
    `Sign in to your ${shortName} account to see your track, do its task and submit your project to the ${name}.`,
  '/register': ({ name }) =>
    `Join the ${name}: create an account, choose a development track, do its task and have your project reviewed.`,
  '/about': ({ name }) =>
    `The ${name}: its activities, reasons to join, its leaders, and the teams that look for members.`,
  '/terms': ({ name }) =>
    `The terms that members of the ${name} agree to: conduct, integrity, participation, resources and privacy.`,
};

/** The default title and description in index.html. */
const defaultHead = /<title>[^<]*<\/title>(\s*<meta name="description"[^>]*>)?/;

/**
 * Inserts the head of this path's page: title, description, and the data for link previews. Search engines are asked
 * to skip pages that need a session.
 * @param origin the portal's public URL
 */
export function withHead(page: string, path: string, club: Club, origin: string): string {
  const about = pageAt(path);
  const describe = new Map(Object.entries(descriptions)).get(path);
  const title = fullTitle((about ?? notFoundPage).title, club);
  if (!about || !describe) {
    const named = page.replace(/<title>[^<]*/, () => `<title>${escaped(title)}`);
    return named.replace(defaultHead, (own) => `${own}\n    <meta name="robots" content="noindex" />`);
  }
  const description = describe(club);
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
