/** The part of a header that is read. */
const headerCap = 512;

/** The first that fits: most browsers name others too. */
const browsers: [name: string, mark: RegExp][] = [
  ['Edge', /Edg(e|A|iOS)?\//],
  ['Opera', /OPR\//],
  ['Samsung Internet', /SamsungBrowser\//],
  ['Firefox', /Firefox\/|FxiOS\//],
  ['Chrome', /Chrom(e|ium)\/|CriOS\//],
  ['Safari', /Safari\//],
];

const systems: [name: string, mark: RegExp][] = [
  ['Android', /Android/],
  ['iOS', /iPhone|iPad|iPod/],
  ['Windows', /Windows/],
  ['ChromeOS', /CrOS/],
  ['macOS', /Macintosh/],
  ['Linux', /Linux/],
];

/** Browser and system of a `User-Agent` header, each empty where it is none of these: nothing of the header is kept. */
export function describeBrowser(header = ''): { browser: string; system: string } {
  const agent = header.slice(0, headerCap);
  const nameIn = (names: typeof browsers) => names.find(([, mark]) => mark.test(agent))?.[0] ?? '';
  return { browser: nameIn(browsers), system: nameIn(systems) };
}
