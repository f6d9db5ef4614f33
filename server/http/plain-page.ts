import { html, raw } from 'hono/html';

export interface PlainPage {
  title: string;
  nonce: string;
  /** index.html of the built client, whose style sheet and fonts the page uses. */
  clientHtml: string;
  /** The page's own rules. */
  styles: string;
  main: ReturnType<typeof html>;
  /** The picture and the sentence that a chat shows for the page's address. */
  preview?: { image: string; text: string };
}

/** The parts of index.html that a page without scripts needs: the style sheet and the preloaded fonts. */
const styleLinks = /<link rel="(?:stylesheet|preload)"[^>]*>/g;

/** A page that works without scripts, in the portal's look (docs/design.md). */
export function plainPage({ title, nonce, clientHtml, styles, main, preview }: PlainPage) {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
${
  preview &&
  html`<meta property="og:title" content="${title}">
<meta property="og:description" content="${preview.text}">
<meta property="og:image" content="${preview.image}">
<meta name="twitter:card" content="summary_large_image">`
}
<script src="/before-paint.js"></script>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${raw(clientHtml.match(styleLinks)?.join('\n') ?? '')}
<style nonce="${nonce}">${raw(styles)}</style>
</head>
<body>
${main}
</body>
</html>`;
}
