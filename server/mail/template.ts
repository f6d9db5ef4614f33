import { html, raw } from 'hono/html';
import { linkedText } from '#domain/linked-text.ts';

export interface MailBody {
  /** The signature: the club's name. */
  club: string;
  /** The first line: 'Hello Asha,'. */
  greeting: string;
  before: string[];
  link?: { label: string; href: string };
  /** The fields of a form, with their line breaks. */
  details?: { label: string; value: string }[];
  after?: string[];
}

export function asText({ club, greeting, before, link, details = [], after = [] }: MailBody): string {
  const parts = [
    greeting,
    ...before,
    ...(link ? [link.href] : []),
    ...details.map(({ label, value }) =>
      value.includes('\n') ? `${label}:\n${value}` : `${label}: ${value}`,
    ),
    ...after,
    club,
  ];
  return `${parts.join('\n\n')}\n`;
}

/** The mail as simple HTML that every mail program shows: no image, nothing fetched, readable in dark mode. */
export function asHtml({ club, greeting, before, link, details = [], after = [] }: MailBody): string {
  const parts = [
    html`<p dir="auto" style="${spaceBelow}">${greeting}</p>`,
    ...before.map(paragraph),
    ...(link ? [button(link)] : []),
    ...(details.length > 0 ? [table(details)] : []),
    ...after.map(paragraph),
    html`<p style="margin:32px 0 0;padding-top:12px;border-top:1px solid #8884;${mono}"><span aria-hidden="true">&#x2B22; </span>${club}</p>`,
  ];
  return String(html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"></head>
<body style="margin:0;padding:24px;font:16px/1.55 'Instrument Sans',system-ui,-apple-system,'Segoe UI',sans-serif">
<div style="max-width:560px;margin:0 auto">
${raw(parts.join('\n'))}
</div>
</body>
</html>
`);
}

const spaceBelow = 'margin:0 0 16px';

function paragraph(text: string) {
  return html`<p dir="auto" style="${spaceBelow}">${written(text)}</p>`;
}

/** A text with its line breaks, links, and the direction of each line, for mail programs that ignore style sheets too. */
function written(text: string) {
  const lines = text.split('\n').map((line) => html`<bdi>${linkedText(line).map(part)}</bdi>`);
  return raw(lines.join('<br>\n'));
}

function part({ text, href }: { text: string; href?: string }) {
  return href === undefined ? html`${text}` : html`<a href="${href}">${text}</a>`;
}

/** For facts (docs/design.md). */
const mono = raw("font:12px/1.5 'Martian Mono',ui-monospace,Menlo,Consolas,monospace");

const buttonStyle =
  'display:inline-block;padding:10px 24px;border:1px solid #7e8779;border-radius:4px;background:#12170f;color:#fff;text-decoration:none;font-weight:600';

/** The address is below the button too, for readers who want to check it first. */
function button({ label, href }: { label: string; href: string }) {
  return html`<p style="${spaceBelow}"><a href="${href}" style="${buttonStyle}">${label}</a></p>
<p style="${spaceBelow};${mono};word-break:break-all"><a href="${href}">${href}</a></p>`;
}

function table(details: { label: string; value: string }[]) {
  const rows = details.map(
    ({ label, value }) => html`<dt style="margin:0;${mono};opacity:.75">${label}</dt>
<dd dir="auto" style="margin:0 0 12px;overflow-wrap:anywhere">${written(value)}</dd>`,
  );
  return html`<dl style="margin:0 0 16px">
${raw(rows.join('\n'))}
</dl>`;
}
