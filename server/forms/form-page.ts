import { html } from 'hono/html';

/** A page for a browser that sent a form without JavaScript: no script, one style element with the answer's nonce. */
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
<title>${page.title} · ${page.club}</title>
<style nonce="${page.nonce}">
:root { color-scheme: light dark; }
body { display: grid; min-height: 100dvh; place-items: center; margin: 0; padding: 1.5rem; box-sizing: border-box;
  font: 1rem/1.6 system-ui, sans-serif; }
main { max-width: 32rem; }
h1 { font-size: 1.5rem; line-height: 1.25; }
</style>
</head>
<body>
<main>
<h1>${page.title}</h1>
${page.lines.map((line) => html`<p>${line}</p>`)}
<p><a href="${page.home}">${page.club}</a></p>
</main>
</body>
</html>`;
}
