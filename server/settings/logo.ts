import { createHash } from 'node:crypto';
import type { ClubTexts } from '#domain/club.ts';
import { logoLimits, logoTexts } from '#domain/logo.ts';
import { ContentError } from '#server/config/content.ts';
import { Refusal, refusedSetting } from '#server/http/refusal.ts';
import { cleanPng } from './logo-png.ts';
import { cleanSvg } from './logo-svg.ts';

interface Logo {
  type: string;
  bytes: Buffer;
  /** The address, which changes with the picture. */
  path: string;
}

/** The logo as it is saved: written again from the parts that a picture needs. Throws 400 for any other file. */
export function cleanLogo(dataUrl: string): string {
  const { type, bytes } = readLogo(dataUrl);
  return `data:${type};base64,${bytes.toString('base64')}`;
}

function readLogo(dataUrl: string): Logo {
  const [head = '', data = ''] = dataUrl.split(',');
  const file = Buffer.from(data, 'base64');
  if (file.length > logoLimits.file) throw refusedSetting('logo', logoTexts.tooLarge);
  const isPng = head.startsWith('data:image/png');
  const bytes = isPng ? cleanPng(file) : Buffer.from(cleanSvg(file));
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  const [type, suffix] = isPng ? ['image/png', 'png'] : ['image/svg+xml', 'svg'];
  return { type, bytes, path: `/logo/${hash}.${suffix}` };
}

/** A logo of a file is refused as one of the page is. Throws an error of the operator that names the file. */
export function requireLogo({ logo }: Pick<ClubTexts, 'logo'>): void {
  try {
    if (logo !== null) readLogo(logo);
  } catch (error) {
    throw error instanceof Refusal ? new ContentError(`content/club.json: logo: ${error.message}`) : error;
  }
}

let latest: { of: string; logo: Logo | null } | undefined;

/** The logo of the settings, checked again, because it may come from a file; null for none, and for one that is refused. */
export function logoOf(dataUrl: string | null): Logo | null {
  if (dataUrl === null) return null;
  if (latest?.of !== dataUrl) latest = { of: dataUrl, logo: logoOrNull(dataUrl) };
  return latest.logo;
}

function logoOrNull(dataUrl: string): Logo | null {
  try {
    return readLogo(dataUrl);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
