import { expect, it } from 'vitest';
import { pages, prerenderedPages } from '#domain/pages.ts';
import { openTestApp, portalUrl, registerPerson, signInAdministrator } from '#tests/helpers/app.ts';
import type { Visitor } from '#tests/helpers/visitor.ts';
import { withHead } from './page-head.ts';

/** The content of a meta element, or undefined. */
function meta(html: string, name: string): string | undefined {
  return new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)" />`).exec(html)?.[1];
}

it('gives each public page a distinct title and description', async () => {
  const portal = await openTestApp('sqlite');
  const seen = new Set<string | undefined>();
  for (const path of prerenderedPages) {
    const { text } = await portal.visitor().get(`${path}?utm=1`);
    const title = /<title>([^<]+)<\/title>/.exec(text)?.[1];
    expect(title).toMatch(/ · SDC$/);
    expect(meta(text, 'description')?.length).toBeGreaterThan(60);
    expect(meta(text, 'description')?.length).toBeLessThan(160);
    expect(text).toContain(`<link rel="canonical" href="${portalUrl}${path}" />`);
    expect(meta(text, 'robots')).toBeUndefined();
    expect(meta(text, 'og:title')).toBe(title);
    expect(meta(text, 'og:description')).toBe(meta(text, 'description'));
    expect(meta(text, 'og:url')).toBe(`${portalUrl}${path}`);
    expect(meta(text, 'og:image')).toBe(`${portalUrl}/social-card.png`);
    expect(meta(text, 'twitter:card')).toBe('summary_large_image');
    seen.add(title).add(meta(text, 'description'));
  }
  expect(seen.size).toBe(2 * prerenderedPages.length);
});

it('names every page before its scripts run', async () => {
  const portal = await openTestApp('sqlite');
  const titleAt = async (visitor: Visitor, path: string) =>
    /<title>([^<]+)<\/title>/.exec((await visitor.get(path)).text)?.[1];
  const visitors = [portal.visitor(), await registerPerson(portal), await signInAdministrator(portal)];
  for (const { path, title } of pages) {
    const found = await Promise.all(
      visitors.map((visitor) => titleAt(visitor, path.replace(/:\w+/, 'some'))),
    );
    expect(new Set(found.filter(Boolean)), path).toEqual(new Set([`${title} · SDC`]));
  }
  expect(await titleAt(portal.visitor(), '/no-such-page')).toBe('Page not found · SDC');
});

it('asks search engines to skip all other pages', async () => {
  const portal = await openTestApp('sqlite');
  const others = pages.map(({ path }) => path).filter((path) => !prerenderedPages.includes(path));
  for (const path of [...others, '/no-such-page']) {
    const { status, text } = await portal.visitor().get(path);
    if (status === 302) continue;
    expect(meta(text, 'robots'), path).toBe('noindex');
    expect(meta(text, 'og:title'), path).toBeUndefined();
  }
});

it('escapes the club’s texts', async () => {
  const { content } = (await openTestApp('sqlite')).deps;
  const club = { ...content.club, name: 'R&D <b>"club"</b> $&', shortName: '</title>' };
  const html = withHead('<title>Portal</title><meta name="description" content="x" />', '/about', club, 'o');
  expect(html).toContain('<title>About · &lt;/title&gt;</title>');
  expect(meta(html, 'og:site_name')).toBe('R&amp;D &lt;b&gt;&quot;club&quot;&lt;/b&gt; $&amp;');
  expect(html.match(/name="description"/g)).toHaveLength(1);
});
