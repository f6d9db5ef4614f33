import { html } from 'hono/html';

/**
 * A page for a browser that sent a form without JavaScript, in the portal's look (docs/design.md): no script, one style
 * element with the response's nonce.
 */
export function formPage(page: {
  nonce: string;
  club: string;
  title: string;
  lines: string[];
  home: string;
}) {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<title>${page.title} · ${page.club}</title>
<style nonce="${page.nonce}">
:root { color-scheme: light dark; }
body { display: grid; min-height: 100dvh; place-items: center; margin: 0; padding: 1rem; box-sizing: border-box;
  background: light-dark(#f4f6ef, #0d110e); color: light-dark(#12170f, #eef3eb);
  font: 1rem/1.6 system-ui, sans-serif; overflow-wrap: break-word; }
.pattern { position: fixed; inset: 0; z-index: -1; width: 100%; height: 70%;
  color: light-dark(rgb(18 23 15 / 7%), rgb(238 243 235 / 7%));
  mask-image: linear-gradient(#000, transparent); }
main { box-sizing: border-box; width: 100%; max-width: 26.5rem; padding: 2.25rem 1.5rem; text-align: center;
  border: 1px solid light-dark(#d9dfd1, #273029); border-radius: 4px; background: light-dark(#fff, #141a15); }
h1 { margin: 1rem 0 0; font-size: 1.5rem; line-height: 1.2; }
p { margin: 0.75rem 0 0; color: light-dark(#444b40, #b4bdb0); text-wrap: balance; }
a { display: inline-block; padding: 10px; color: inherit; font-weight: 600;
  text-underline-offset: 3px; }
</style>
</head>
<body>
<svg class="pattern" aria-hidden="true">
<pattern id="hexagons" width="48.5" height="84" patternUnits="userSpaceOnUse">
<path fill="none" stroke="currentColor" d="M0 14 24.25 0 48.5 14M48.5 14V42L24.25 56 0 42V14M24.25 56V84" />
</pattern>
<rect width="100%" height="100%" fill="url(#hexagons)" />
</svg>
<main>
<img src="/favicon.svg" alt="" width="52" height="52">
<h1>${page.title}</h1>
${page.lines.map((line) => html`<p>${line}</p>`)}
<p><a href="${page.home}">${page.club}</a></p>
</main>
</body>
</html>`;
}
