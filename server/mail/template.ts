import { html, raw } from 'hono/html';
import { linkedText } from '#domain/linked-text.ts';
import type { Track } from '#domain/member-choices.ts';

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
  /** The head of the email to a selected member, as their dashboard shows it. */
  poster?: { track: Track | null; picture: string; title: string; facts: string[] };
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

/**
 * The mail as simple HTML that every mail program shows, in its light and its dark scheme. Only the poster has a picture, which says
 * nothing that its words do not.
 */
export function asHtml({ club, greeting, before, link, details = [], after = [], poster }: MailBody): string {
  const parts = [
    ...(poster ? [posterHead(poster)] : []),
    html`<p dir="auto" style="${spaceBelow}">${greeting}</p>`,
    ...before.map(paragraph),
    ...(link ? [button(link)] : []),
    ...(details.length > 0 ? [table(details)] : []),
    ...after.map(paragraph),
  ];
  return String(html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<style>@media (prefers-color-scheme:dark){${raw(darkRules)}}</style></head>
<body class="page" style="margin:0;padding:16px;background:#f4f6ef;color:#12170f;${sans}">
<div class="sheet" style="max-width:560px;margin:0 auto;padding:24px;border:1px solid #8884;background:#fff;overflow-wrap:anywhere">
<p style="margin:0 0 24px;padding-bottom:12px;border-bottom:1px solid #8884;font-weight:600"><span aria-hidden="true" style="font-size:24px;vertical-align:-2px">&#x2B22;</span> ${club}</p>
${raw(parts.join('\n'))}
</div>
</body>
</html>
`);
}

const spaceBelow = 'margin:0 0 16px';
const sans = raw("font:16px/1.55 'Instrument Sans',system-ui,-apple-system,'Segoe UI',sans-serif");

/** A blackboard's colours (client/ui/tokens.css), which must win over the styles of the elements. */
const darkRules = `.page{background:#0d110e!important;color:#eef3eb!important}
.sheet{background:#141a15!important}
.button{background:#eef3eb!important;color:#0d110e!important}`;

/** On the colour of a track, white is readable in both schemes (client/ui/tokens.css, the light one). */
const grounds: Record<Track, string> = { android: '#0a7a3c', web: '#0b5fd0', ml: '#ad1a8d', game: '#b8420a' };

function posterHead({ track, picture, title, facts }: NonNullable<MailBody['poster']>) {
  return html`<div style="margin:0 0 24px;background:${track ? grounds[track] : '#12170f'};color:#fff">
<img src="${picture}" width="560" alt="" style="display:block;width:100%;height:auto">
<div style="padding:16px 24px 24px">
<p dir="auto" style="margin:0 0 16px;font:700 32px/1.2 'Familjen Grotesk',Arial,sans-serif">${title}</p>
<p style="margin:0;padding-top:12px;border-top:1px dashed #fff;${mono}">${raw(facts.map((fact) => String(html`<bdi>${fact}</bdi>`)).join('<br>'))}</p>
</div>
</div>`;
}

function paragraph(text: string) {
  return html`<p dir="auto" style="${spaceBelow}">${written(text)}</p>`;
}

/** A text with its line breaks, links, and the direction of each line, for mail programs that ignore style sheets too. */
function written(text: string) {
  const lines = text.split('\n').map((line) => html`<bdi>${linkedText(line).map(part)}</bdi>`);
  return raw(lines.join('<br>\n'));
}

function part({ text, href }: { text: string; href?: string }) {
  return href === undefined ? html`${text}` : html`<a href="${href}" style="${inherited}">${text}</a>`;
}

/** For facts (docs/design.md). */
const mono = raw("font:12px/1.5 'Martian Mono',ui-monospace,Menlo,Consolas,monospace");

/** Blue is not readable on a dark ground. */
const inherited = 'color:inherit';

const buttonStyle =
  'display:inline-block;padding:10px 24px;border:1px solid #7e8779;border-radius:4px;background:#12170f;color:#fff;text-decoration:none;font-weight:600';

/** The address is below the button too, for readers who want to check it first. */
function button({ label, href }: { label: string; href: string }) {
  return html`<p style="${spaceBelow}"><a class="button" href="${href}" style="${buttonStyle}">${label}</a></p>
<p style="${spaceBelow};${mono};word-break:break-all"><a href="${href}" style="${inherited}">${href}</a></p>`;
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
